/** The wishlist, and requests for a notification when a product is back in stock. */

// wishlist, stock-requests
export const added = 'Added to your wishlist'
export const addFailed = 'It was not added to your wishlist'
export const removed = 'Removed from your wishlist'
export const removeFailed = 'It was not removed from your wishlist'
export const viewWishlist = 'View wishlist'
export const undo = 'Undo'
export const noLongerSold = 'This product is no longer sold.'
export const tryAgain = 'Please try again in a moment.'
export const willTell = 'We will tell you when it is back'
export const willTellText = 'Once, by email and in your notifications.'
export const backAlready = 'It is back in stock'
export const askFailed = 'Your request was not saved'
export const cancelled = 'Request cancelled'
export const cancelFailed = 'Your request was not cancelled'

// tell-me
export const tellMe = 'Tell me when it is back'
export const tellMeNamed = (name: string) => `Tell me when it is back: ${name}`
export const asking = 'Saving…'
export const cancelRequest = 'Cancel request'
export const cancelRequestNamed = (name: string) => `Cancel request: ${name}`
export const willTellOnce = 'We will tell you when it is back, once, by email and in your notifications.'

// wishlist screen
export const title = 'Wishlist · Shringar'
export const wishlist = 'Wishlist'
export const products = (count: number) => (count === 1 ? '1 product' : `${count} products`)
export const nothingYet = 'Your wishlist is empty'
export const nothingYetText = 'Press the heart on a product to keep it here, on every device you sign in on.'
export const browseProducts = 'Browse Products'
export const remove = 'Remove'
export const goneTitle = 'A product that is no longer sold'
export const loadFailed = 'Your wishlist could not be loaded'
export const loadFailedText = 'Nothing is lost. Please try again in a moment.'
export const more = (count: number) => `Show ${count} more`
export const waitingFor = 'Waiting to be back'
export const waitingForText = 'We tell you once when one of these is in stock again. Your request ends then, or when you cancel it.'
export const askedOn = (day: string) => `Asked on ${day}`
