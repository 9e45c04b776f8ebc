/** The command palette. */

export const name = 'Search or run a command'
export const label = 'Order, product, customer or screen'
export const placeholder = 'Order number, name, phone, SKU or screen'
export const groups = { screen: 'Screens', order: 'Orders', product: 'Products', customer: 'Customers', command: 'Commands' } as const
export const searching = 'Searching…'
export const failed = 'Search is not available. Screens and commands still work.'
export const nothing = (query: string) => `Nothing found for “${query}”`
export const found = (count: number) => (count === 1 ? '1 entry' : `${count} entries`)
export const choose = 'choose'
export const open = 'open'
export const leave = 'close'

// commands beside the nine screens
export const addProduct = 'Add a product'
export const categories = 'Categories'
export const expiry = 'Expiry of batches'
export const bankStatement = 'Bank statement'
export const remittances = 'Remittances of couriers'
export const toCollect = 'Money to collect'
export const returns = 'Returns'
export const complaints = 'Complaints'
export const failedMails = 'Emails not sent'
export const people = 'Admins and roles'
export const opening = 'Opening: open or close the shop'
export const home = 'Home page, footer and announcement'
export const brand = 'Logo and colours'
export const deliveryRates = 'Delivery rates'
export const numbers = 'Invoice numbering'
export const mailSetup = 'Email server'
export const messages = 'Message templates'
export const pages = 'Legal pages'
export const ownPages = 'Your own pages'
export const apiKeys = 'API keys for other systems'
export const webhooks = 'Webhooks: events for other systems'
export const health = 'Health of the server'
export const auditLog = 'Audit log'
export const keyboardHelp = 'Keyboard shortcuts'
export const viewStore = 'View Store'
export const signOut = 'Sign Out'
export const themeOf = (theme: string) => `Theme: ${theme}`
