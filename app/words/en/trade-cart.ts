/** What the trade list loads later: the cart beside the rows, what was bought before, the scanner. */

// What became of a change that the shop did not take as it was
export const soldOut = 'Sold out in the meantime: your change is undone.'
export const gone = 'No longer for sale: your change is undone.'
export const refused = 'The shop could not save this: your change is undone.'

// The cart beside the rows
export const yourCart = 'Your cart'
export const cartEmpty = 'Nothing in it yet. Every row says what one press adds.'
export const products = (count: number) => `${count} ${count === 1 ? 'product' : 'products'}`
export const units = (count: number) => `${count} ${count === 1 ? 'unit' : 'units'}`
export const deliveryFree = 'delivery free'
export const toFreeDelivery = (amount: string) => `${amount} to free delivery`
export const deliveryAtCheckout = 'Delivery is added at the checkout'
export const deliveryIsFree = 'Delivery is free'
export const addForFreeDelivery = (amount: string) => `Add ${amount} for free delivery`
export const towardsFreeDelivery = 'Towards free delivery'
export const goods = 'Goods'
export const bulkSaves = 'Bulk price saves'
export const offersSave = 'Offers save'
export const gst = 'GST'
export const free = 'Free'
export const marginAtMrp = 'Margin at MRP'
export const total = 'Total'
export const review = 'Review'
export const reviewOrder = 'Review order'
export const lookAt = (lines: number) => (lines === 1 ? '1 line needs a look in the cart' : `${lines} lines need a look in the cart`)

// What was bought before
export const boughtBefore = 'Bought before'
export const everythingElse = 'All products'
export const showAllBought = (count: number) => `Show all ${count}`

// The scanner
export const scanTitle = 'Scan a label'
export const scanText = 'Hold the barcode or QR code of a label in front of the camera.'
export const scanNameText = 'Hold the name on a label in front of the camera.'
export const scanReadName = 'Read the name'
export const scanNames = 'Names on the label'
export const scanNoName = 'No name could be read. Hold the label close and straight, in good light.'
export const scanNoCamera = 'The camera cannot be used. Allow it in the browser’s settings, or type the SKU.'
export const closeScanner = 'Close'
