/** The trade list: /products as rows, for those who restock (docs/decisions/0057-trade-list.md). */

export const heading = (
  <>
    Trade <em>list</em>
  </>
)
export const categories = 'Categories'
export const all = 'All'
export const orderPad = 'Paste a list'

// The scanner
export const scan = 'Scan a label'

// A row
export const mrp = 'MRP'
export const margin = (percent: number) => `margin ${percent}%`
export const inclGst = (amount: string) => `${amount} incl. GST`
export const stepsOf = (name: string) => `Price steps of ${name}`
export const from = (quantity: number) => `${quantity}+`
export const each = 'each'
export const add = (quantity: number) => `Add ${quantity}`
export const of = (name: string) => ` of ${name}`
export const outOfStock = 'Out of Stock'
export const quantityOf = (name: string) => `Quantity of ${name}`
export const fewer = (name: string) => `Fewer of ${name}`
export const more = (name: string) => `More of ${name}`
export const nudge = (more: number, unitPrice: string, saves: string) => `${more} more: each ${unitPrice}, saves ${saves}`
/** `day`: 'Nov 5' */
export const last = (quantity: number, day: string) => `last ${quantity}, ${day}`
export const waits = 'Saved when you are online again'
export const minimumOrder = (units: number) => `Minimum Order: ${units} units`
export const onlyLeft = (stock: number) => `Only ${stock} left`

// The cart of a visitor
export const yourCart = 'Your cart'
export const cartSignedOut = 'Log in to fill your cart. Prices and steps are the same for everyone.'
export const login = 'Log in'
