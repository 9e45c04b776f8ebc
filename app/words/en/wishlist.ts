/** The wishlist, and requests for a notification when a product is back in stock. */

// wishlist, stock-requests
export const added = 'Added to your wishlist'
export const addFailed = "We couldn't add it to your wishlist"
export const removed = 'Removed from your wishlist'
export const removeFailed = "We couldn't remove it from your wishlist"
export const viewWishlist = 'View wishlist'
export const undo = 'Undo'
export const noLongerSold = 'This product is no longer available.'
export const tryAgain = 'Please try again in a moment.'
export const willNotify = "We'll notify you when it's back"
export const willNotifyText = 'Once, by email and in your notifications.'
export const backAlready = 'It is back in stock'
export const askFailed = "We couldn't save your request"
export const cancelled = 'Request cancelled'
export const cancelFailed = "We couldn't cancel your request"

// notify-me
export const notifyMe = "Notify me when it's back"
export const notifyMeNamed = (name: string) => `Notify me when it's back: ${name}`
export const asking = 'Saving…'
export const cancelRequest = 'Cancel request'
export const cancelRequestNamed = (name: string) => `Cancel request: ${name}`
export const willNotifyOnce = "We'll notify you once when it's back, by email and in your notifications."

// wishlist screen
export const title = 'Wishlist'
export const wishlist = 'Wishlist'
export const products = (count: number) => (count === 1 ? '1 product' : `${count} products`)
export const nothingYet = 'Your wishlist is empty'
export const nothingYetText = 'Tap the heart on a product to save it here, on every device you sign in on.'
export const browseProducts = 'Browse Products'
export const remove = 'Remove'
export const goneTitle = 'A product that is no longer available'
export const loadFailed = "We couldn't load your wishlist"
export const loadFailedText = 'Nothing was lost. Please try again in a moment.'
export const more = (count: number) => `Show ${count} more`
export const waitingFor = 'Waiting for restock'
export const waitingForText = "We'll notify you once when one of these is back in stock. Your request ends then, or when you cancel it."
export const askedOn = (day: string) => `Requested on ${day}`
