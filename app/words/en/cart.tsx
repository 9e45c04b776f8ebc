/** The cart. */

// cart
export const title = 'Your cart'
export const metaDescription = 'The products you chose, with bulk prices, GST, delivery and the total, before you order.'
export const yourCart = 'Your cart'
export const loadFailed = 'Failed to fetch cart items'
export const loadFailedText = "Your cart is safe. We just couldn't load it."
export const empty = 'Your cart is empty'
export const emptyText = 'Bulk prices start at a few units and apply automatically as you add.'
export const browseProducts = 'Browse products'
export const orderByList = 'Order by list'
export const signedOutText = 'Login to see your cart on any device.'
export const login = 'Login'
export const remove = 'Remove'
export const keepShopping = 'Keep shopping'
export const summary = 'Summary'
export const blocked = 'Some items need your attention. Please update them first.'
export const checkout = 'Checkout'
export const total = 'Total'

// cart-line
export const quantityOf = (name: string) => `Quantity of ${name}`

// clear-cart
export const clearCart = 'Clear cart'
export const clearQuestion = 'Clear your cart?'
export const noKeepIt = 'No, keep it'
export const yesClearCart = 'Yes, clear cart'
export const clearOne = 'This removes the item in it.'
export const clearMany = (units: number) => `This removes all ${units} items in it.`

// delivery-bar
export const deliveryIsFree = 'Delivery is free'
export const addForFreeDelivery = (amount: string) => `Add ${amount} for free delivery`
export const towardsFreeDelivery = 'Towards free delivery'

export const holding = (units: number, products: number) => `${units} ${units === 1 ? 'unit' : 'units'}, ${products} ${products === 1 ? 'product' : 'products'}`
export const noLongerSold = (units: number) => `A product in your cart is no longer for sale (${units} ${units === 1 ? 'unit' : 'units'}).`
/** `charged`: the shop has a GSTIN. */
export const taxNote = (pricesIncludeGst: boolean, charged: boolean) =>
  `${pricesIncludeGst ? 'Prices include all taxes. ' : ''}${charged ? 'GST is split into CGST and SGST, or IGST, once we know your State. ' : ''}Prices and stock are checked again when you order.`

// a line
export const each = 'each'
/** Shown after 'each', where a tier applies. */
export const tierPrice = (from: number) => `, the ${from}+ price`
export const tierPercent = (percent: number) => `(${percent}% OFF)`
export const allInCart = (stock: number) => `Only ${stock} left, all of them in your cart`
export const youSave = (amount: string) => `You save ${amount}`
/** `offer`: its title. */
export const offerTakes = (offer: string, amount: string) => `${offer}: you save ${amount}`
export const notifyMe = "Notify me when it's back"
export const notifyMeNamed = (name: string) => `Notify me when it's back: ${name}`
export const makeIt = (quantity: number) => `Change to ${quantity}`
export const addMore = (quantity: number) => `Add ${quantity}`
export const nudge = (more: number, from: number, unitPrice: string, saves: string, freesDelivery: boolean) => (
  <>
    Add <b className="font-[650]">{more} more</b> for the {from}+ price of <b className="font-[650]">{unitPrice}</b>, saves{' '}
    <b className="font-[650]">{saves}</b>.{freesDelivery ? ' It also makes delivery free.' : ''}
  </>
)
/** How far the cart is from free delivery. */
export const amountOf = (goods: string, from: string) => `${goods} of ${from}`

// offline
export const asOf = (moment: string) => `You're offline. This is your cart as of ${moment}; prices and stock may have changed since.`
export const changesWait = (changes: number) =>
  changes === 1 ? "1 change will be saved when you're back online." : `${changes} changes will be saved when you're back online.`
export const lineWaits = "Will be saved when you're back online"
export const addedOffline = (units: number) =>
  `A product you added while offline (${units} ${units === 1 ? 'unit' : 'units'}). Its name and price appear when you're back online.`
export const checkoutNeedsLine = 'Ordering needs an internet connection. Your cart is saved.'
export const savedTitle = 'Your cart is saved. This changed while you were offline:'
export const seen = 'Got it'
export const aProduct = 'A product'
export const wentGone = 'is no longer for sale.'
export const wentOut = 'is out of stock.'
export const wasRefused = "couldn't be updated; this shows what is in your cart."
export const fewerLeft = (wanted: number, left: number) => `you wanted ${wanted}, only ${left} left.`
export const minimumRose = (old: number, now: number) => `Minimum Order: ${now} units, before ${old}.`
export const priceMoved = (old: string, now: string) => `${now} each, before ${old}.`
export const changedElsewhere = (old: number, found: number, now: number) =>
  `changed from ${old} to ${found} on another device; it is ${now} now, as you set it here.`

/** Where delivery depends on the place. */
export const deliveryTo = (pincode: string) => `Delivery to ${pincode}. The checkout shows the charge for your address.`
export const deliveryFrom = 'Delivery costs this or more, depending on the PIN code. The checkout shows the charge for your address.'
