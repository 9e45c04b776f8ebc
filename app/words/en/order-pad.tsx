/** The order pad: paste or upload a list, see each line priced or explained, add the valid ones. */

export const crumb = 'Order pad'
export const home = 'Home'
export const heading = (
  <>
    Order <em>pad</em>
  </>
)
export const lead =
  'Order from a list. Paste it or upload a file with SKU or name and quantity. We find and price each line and point out what needs attention.'
export const metaDescription =
  'Paste or upload your order list with SKU or name and quantity: we find everything, price it with bulk tiers and add it to your cart at once.'

// The list
export const yourList = 'Your list'
export const listHint = 'One product per line. Spreadsheet columns, commas, “x 12” and “12 x …” all work; a header line is fine.'
export const nothingInIt = 'Enter at least one line with a product.'
export const checkTheList = 'Check the list'
export const checking = 'Checking…'
export const uploadAFile = 'Upload a file'
export const fileStays = 'CSV or TXT. Your file stays in this browser.'
export const clear = 'Clear'
export const withoutScripts = 'Checking a list needs JavaScript. Without it, you can search for products one by one.'
export const fileTooLarge = (name: string) => `“${name}” is too large. An order list can be up to 1 MB.`
export const fileIsASpreadsheet = (name: string) => `“${name}” is a spreadsheet. Save it as CSV, or copy its cells and paste them here.`
export const fileIsNoText = (name: string) => `“${name}” is not a text file. Use a CSV or TXT file.`

// Results
export const couldNotLookUp = "We couldn't check the list."
export const listIsKept = 'Your list is saved. Please try again in a moment.'
export const howToWrite = 'Write it your way'
export const whatHappens = 'What we do with it'
export const steps = [
  'Find each product by SKU or name. A name that clearly means one product is taken, and marked; otherwise we ask.',
  'Price every quantity with bulk tiers and offers.',
  'Check minimum orders and stock, and say what needs attention.',
] as const
export const rowCount = (rows: number) => (rows === 1 ? 'One row' : `${rows} rows`)
export const ready = (rows: number) => `${rows} ready`
export const needALook = (rows: number) => (rows === 1 ? '1 needs attention' : `${rows} need attention`)
export const lookingForNear = 'Looking for close matches…'
export const showOnlyThose = 'Show only these'
export const linesLeft = (limit: string, left: number) => `We check the first ${limit} lines at once; ${left} more remain in your list.`

export const listChanged = 'Your list has changed since we checked it.'
export const checkAgain = 'Check again'

// A row
export const typed = (text: string) => `“${text}”`
export const lines = (numbers: number[]) => (numbers.length === 1 ? `Line ${numbers[0]}` : `Lines ${numbers.join(', ')} together`)
export const units = (count: number) => (count === 1 ? '1 unit' : `${count} units`)
export const remove = (what: string) => `Remove ${what}`
export const quantityOf = (name: string) => `Quantity of ${name}`
/** `price` is bold. */
export const each = (price: string) => (
  <>
    <b className="font-semibold text-ink">{price}</b> each
  </>
)
export const tierPrice = (minQuantity: number) => `, the ${minQuantity}+ price`
export const withInCart = (count: number) => `with ${count} in your cart`
export const matchedByName = (text: string) => `Matched by name: “${text}”`
export const change = 'Change'
/** For screen readers, after Change. */
export const changeOf = (text: string) => ` the product of “${text}”`
export const makeIt = (quantity: number) => `Change to ${quantity}`
export const whatItMayBe = (text: string) => `Matches for “${text}”`

// Why a row cannot be added
export const unknown = 'No product has this SKU or name'
export const several = 'Several products have this name. Which one is it?'
export const near = 'No exact match. Is it one of these?'
export const noQuantity = 'Enter a quantity for this line'
export const badQuantity = 'Enter a whole number from 1'
export const outOfStock = 'Out of Stock'
export const noLongerSold = 'No longer for sale'
export const minimumOrder = (units: number) => `Minimum Order: ${units} units`
export const allInCart = (stock: number) => `Only ${stock} in stock, all of them already in your cart`
export const mostYouCanAdd = (stock: number, inCart: number, most: number) =>
  `Only ${stock} in stock${inCart > 0 ? `, and ${inCart} ${inCart === 1 ? 'is' : 'are'} already in your cart` : ''}. ${most} is the most you can add`

// Adding
export const addAll = 'Add all to cart'
export const adding = 'Adding…'
export const noneReady = 'No rows are ready yet'
export const amounts = (products: number, count: number) => `${products === 1 ? '1 product' : `${products} products`}, ${units(count)}`
export const withWhatCartHolds = ', including what is in your cart'
/** `offer`: its title. */
export const offerTakes = (offer: string, amount: string) => `${offer}: you save ${amount}`
export const afterOffers = (amount: string) => `, ${amount} off with offers`
export const beforeGst = ', before GST'
export const leftOut = 'Rows that need attention are not added and stay here.'
export const pleaseLogin = (
  <>
    <b className="font-semibold">Please login to add items to your cart.</b> Your list stays here.
  </>
)
export const login = 'Login'
export const nothingAdded = 'Nothing was added.'
export const added = (products: number, count: number) => `${amounts(products, count)} added to your cart.`
export const rowsStay = (rows: number) => (rows === 1 ? 'One row was not added and stays below.' : `${rows} rows were not added and stay below.`)
export const linesStay = (lines: number) => (lines === 1 ? 'One more line remains in your list.' : `${lines} more lines remain in your list.`)
export const viewCart = 'View Cart'
export const browseProducts = 'Browse products'
