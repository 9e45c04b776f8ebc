/** /admin/products */

export const title = 'Products'
export const categories = 'Categories'
export const search = 'Name or SKU'
export const status = 'Status'
export const states = { active: 'Active', draft: 'Draft', archived: 'Archived' } as const
export const stock = 'Stock'
export const stocks = { out: 'Out of stock', low: 'Low stock', in: 'In stock' } as const
export const allProducts = 'All'
export const onSale = 'On sale'
export const runningOut = 'Running out'
export const drafts = 'Drafts'

export const product = 'Product'
export const category = 'Category'
export const price = 'Price'
export const mrp = 'MRP'
export const sold = 'Sold'
export const minimum = 'MOQ'
export const gst = 'GST %'
export const hsn = 'HSN'
export const sku = 'SKU'
export const brand = 'Brand'
export const none = 'No product fits'
export const noneText = 'Take a filter away, or search for another word.'
export const named = (name: string) => `product ${name}`

// In place
export const changePrice = (name: string) => `Change the price of ${name}`
export const changeStock = (name: string) => `Change the stock of ${name}`
export const priceOf = (name: string) => `Price of ${name}, rupees`
export const stockOf = (name: string) => `Stock of ${name}`
export const priceWrong = 'An amount in rupees above 0'
export const stockWrong = 'A whole number, 0 or more'
export const changed = (name: string) => `${name} changed`
export const stale = 'Somebody else changed it meanwhile'
export const staleText = 'Nothing was saved; the list shows what stands there now.'
export const notChanged = 'It was not changed'
export const notChangedText = 'Please try again.'

// In bulk
export const publish = 'Put on sale'
export const toDraft = 'Make drafts'
export const archive = 'Archive'
export const moved = (count: number, state: string) => (count === 1 ? `1 product: ${state}` : `${count} products: ${state}`)
export const movedOn = (count: number) => (count === 1 ? '1 had been moved on by somebody else.' : `${count} had been moved on by somebody else.`)
export const viewInShop = 'View'
export const viewNamed = (name: string) => `View ${name} in the shop`
