/** Components that any page may show: cards, pictures, toasts, errors. */

// error-panel
export const somethingWentWrong = 'Something went wrong.'
export const nothingLost = 'Nothing was lost. Please try again in a moment.'
export const hideDetails = 'Hide details'
export const showDetails = 'Show details'
export const tryAgain = 'Try again'

// error-screen
export const shopRests = 'The shop is temporarily unavailable.'
export const pageFailed = "We couldn't show this page."
export const offline = "You're offline, or the shop can't be reached."
export const offlineText = "You haven't opened this page yet. Your cart and address are saved; it opens automatically once you're back online."
export const nothingLostText = 'Your cart and address are safe. Please try again in a moment.'

// toaster
export const dismiss = 'Dismiss'
export const messages = 'Messages'

// toast
/** `message`: its first 50 characters (docs/rules.md#numbers-and-timings). */
export const logged = (message: string) => `Error: ${message}`

// picture
export const noPictureYet = 'No picture yet'
export const noPictureOf = (alt: string) => `${alt}, no picture yet`

// breadcrumbs
export const breadcrumb = 'Breadcrumb'

// skeleton
export const loading = 'Loading…'

// product-card
export const percentOff = (percent: number) => `${percent}% off`
/** For screen readers, before the price: they do not read that the MRP is struck out. */
export const youPay = 'You pay '
export const mrp = 'MRP'
export const inclGst = (amount: string) => `${amount} incl. GST`
export const wishlistNamed = (name: string) => `Wishlist: ${name}`
export const minimumOrder = (units: number) => `Minimum Order: ${units} units`

// category-window
/** Shown after a count. */
export const productsWord = (count: number) => (count === 1 ? 'product' : 'products')
