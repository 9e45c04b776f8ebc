/** Components that any page may show: cards, pictures, toasts, errors. */

// error-panel
export const somethingWentWrong = 'Something went wrong.'
export const nothingLost = 'Nothing of yours was lost. Please try again in a moment.'
export const hideDetails = 'Hide details'
export const showDetails = 'Show details'
export const tryAgain = 'Try again'

// error-screen
export const shopRests = 'The shop is resting for a moment.'
export const pageFailed = 'This page could not be shown.'
export const offline = "You're offline, or the shop cannot be reached."
export const offlineText = 'This page was not opened yet. Your cart and your address are kept; it opens by itself once you are back.'
export const nothingLostText = 'Your cart and your address are kept. Please try again in a moment.'

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
export const mrp = 'MRP'
export const inclGst = (amount: string) => `${amount} incl. GST`
export const wishlistNamed = (name: string) => `Wishlist: ${name}`
export const minimumOrder = (units: number) => `Minimum Order: ${units} units`

// category-window
/** Shown after a count. */
export const productsWord = (count: number) => (count === 1 ? 'product' : 'products')
