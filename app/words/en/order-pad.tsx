/** The order pad: paste or upload a list, see each line priced or explained, add the valid ones. */

export const crumb = 'Order pad'
export const home = 'Home'
export const heading = (
  <>
    Order <em>pad</em>
  </>
)
export const lead =
  'For whoever orders by the list. Paste it as it is, or upload a file: SKU or name, and how many. Each line is found and priced; what needs another look says so.'
export const metaDescription =
  'Paste or upload your order list, SKU or name and quantity: everything is found, priced with its bulk tier and put into the cart at once.'

// The list
export const yourList = 'Your list'
export const example = 'KUM-LIP-04, 12\nNeem Soap x 24\n6 x Rose Cream'
export const listHint = 'One product a line. Columns from a spreadsheet, commas, “x 12” or “12 x …” are all understood; a header line may stay.'
export const nothingInIt = 'There is no line with a product in it yet.'
export const checkTheList = 'Check the list'
export const checking = 'Checking…'
export const uploadAFile = 'Upload a file'
export const fileStays = 'CSV or TXT. Your file stays in this browser.'
export const clear = 'Clear'
export const withoutScripts = 'Checking a list needs scripts. Without them, the products can be searched one by one.'
export const fileTooLarge = (name: string) => `“${name}” is larger than an order list can be (1 MB).`
export const fileIsASpreadsheet = (name: string) => `“${name}” is a spreadsheet. Save it as CSV, or copy its cells and paste them here.`
export const fileIsNoText = (name: string) => `“${name}” is no text. Use a CSV or TXT file.`

// Results
export const couldNotLookUp = 'The list could not be looked up.'
export const listIsKept = 'It is kept as you wrote it. Please try again in a moment.'
export const nothingChecked = 'Nothing checked yet'
export const invitation = 'Your list, priced line by line'
export const invitationText =
  'Bulk tiers are worked out for every quantity, minimum orders and stock are checked, and what cannot be found is offered with what comes near.'
export const rowCount = (rows: number) => (rows === 1 ? 'One row' : `${rows} rows`)
export const ready = (rows: number) => `${rows} ready`
export const needALook = (rows: number) => (rows === 1 ? '1 needs a look' : `${rows} need a look`)
export const lookingForNear = 'Looking for what comes near…'
export const showOnlyThose = 'Show only those'
export const linesLeft = (limit: string, left: number) => `Only the first ${limit} lines are read at once; ${left} more wait at the end of your list.`

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
export const makeIt = (quantity: number) => `Make it ${quantity}`
export const whatItMayBe = (text: string) => `What “${text}” may be`

// Why a row cannot be added
export const unknown = 'No product has this SKU or name'
export const several = 'Several products carry this name. Which one is it?'
export const near = 'No product is called exactly so. Is it one of these?'
export const noQuantity = 'How many? The line names no quantity'
export const badQuantity = 'This quantity cannot be ordered: it takes a whole number from 1'
export const outOfStock = 'Out of Stock'
export const noLongerSold = 'No longer for sale'
export const minimumOrder = (units: number) => `Minimum Order: ${units} units`
export const allInCart = (stock: number) => `Only ${stock} in stock, all of them already in your cart`
export const mostYouCanAdd = (stock: number, inCart: number, most: number) =>
  `Only ${stock} in stock${inCart > 0 ? `, and ${inCart} ${inCart === 1 ? 'is' : 'are'} already in your cart` : ''}. ${most} is the most you can add`

// Adding
export const addAll = 'Add all to cart'
export const adding = 'Adding…'
export const noneReady = 'No row is ready yet'
export const amounts = (products: number, count: number) => `${products === 1 ? '1 product' : `${products} products`}, ${units(count)}`
export const withWhatCartHolds = ', with what your cart holds of them'
/** `offer`: its title. */
export const offerTakes = (offer: string, amount: string) => `${offer}: you save ${amount}`
export const afterOffers = (amount: string) => `, ${amount} taken off by offers`
export const beforeGst = ', before GST'
export const leftOut = 'Rows that need a look are left out and stay here.'
export const pleaseLogin = (
  <>
    <b className="font-semibold">Please login to add items to your cart.</b> Your list waits here.
  </>
)
export const login = 'Login'
export const nothingAdded = 'Nothing was added.'
export const added = (products: number, count: number) => `${amounts(products, count)} added to your cart.`
export const rowsStay = (rows: number) => (rows === 1 ? 'One row was not added and stays below.' : `${rows} rows were not added and stay below.`)
export const viewCart = 'View Cart'
export const browseProducts = 'Browse products'
