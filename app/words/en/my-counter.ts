/** What the dashboard begins with for who restocks: orders on their way, buy again, the order pad, orders to repeat. */

export const asOf = (moment: string) => `You are offline. This is how it was on ${moment}.`
export const notRead = (moment: string) => `This is how it was on ${moment}; it could not be read again.`
export const failed = 'Your orders and products could not be read.'
export const failedText = 'Nothing is lost. The rest of this page still works.'

// The order pad
export const orderFromAList = 'Order from a list'
export const example = 'SKU or name, quantity'
export const check = 'Check'
export const openThePad = 'Order pad, or upload a file'

// Orders on their way
export const onTheWay = 'On the way'
export const allOnTheWay = (count: number) => `All ${count} orders on the way`
export const expected = (days: string) => `Expected ${days}`
export const checkingPayment = 'Checking payment'
export const pay = (amount: string) => `Pay ${amount}`
export const byUpi = ' by UPI'
export const of = (order: string) => ` for order ${order}`
export const payBefore = (moment: string) => `Held until ${moment}`

// Buy again
export const buyAgain = 'Buy again'
export const addAll = (products: number, amount: string) => `Add all ${products} · ${amount}`
export const addOne = (amount: string) => `Add it · ${amount}`
export const plusGst = ' + GST'
export const add = (quantity: number) => `Add ${quantity}`
export const ofProduct = (name: string) => ` of ${name}`
export const inCart = (quantity: number) => `${quantity} in cart`
export const viewCart = 'View Cart'
export const reviewOrder = 'Review order'
export const added = (products: number) => (products === 1 ? '1 product added to the cart' : `${products} products added to the cart`)
export const outOfStock = 'Out of Stock'
/** `day`: 'Nov 5' */
export const last = (quantity: number, day: string) => `last ${quantity}, ${day}`
export const orders = (count: number) => `in ${count} orders`
export const each = ' each'
export const before = (price: string) => `was ${price}`
export const onlyLeft = (stock: number) => `only ${stock} left`
export const moreInTheList = 'More in the trade list'
export const nothingSold = 'What you bought before is not sold any more.'

// No order yet
export const nothingYet = 'Nothing to restock yet'
export const nothingYetText = 'After your first order, what you buy is here with its last quantity, and one press adds it again.'
export const openTheList = 'Open the trade list'
export const pasteAList = 'Paste a list'

// Orders to repeat
export const repeat = 'Repeat an order'
export const products = (count: number) => (count === 1 ? '1 product' : `${count} products`)
