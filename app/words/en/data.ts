/** Toasts of sign-in, session and cart, on any page. */

// stub-client
export const backendFailed = 'Supabase initialization failed'

// server-message
export const sessionEnded = 'Your session has ended. Sign in again; your details are saved.'

// session
export const profileFailed = 'Failed to load user profile'

// sign-in
export const wrongPassword = 'Invalid email or password'
export const unexpected = 'An unexpected error occurred'
export const unexpectedTryAgain = 'An unexpected error occurred. Please try again.'
export const blockedHint = 'This account is blocked. If this is a mistake, please contact us.'
export const loggedOut = 'Logged out successfully'

// the provider's reasons for refusing a weak password
export const weakLength = 'Password must be at least 8 characters long.'
export const weakCharacters = 'Use both letters and numbers in your password.'
export const weakPwned = 'This password has appeared in a data leak. Please choose another one.'

// sign-in-again
export const sessionEndedTitle = 'Your session has ended'
export const sessionEndedText = 'Sign in again to continue. Your details are saved.'
export const signInAgain = 'Sign in again'
export const anotherAccount = 'Use another account'
export const enterPassword = 'Enter your password'
export const password = 'Password'
export const signingIn = 'Signing in…'

// notifications
export const markOneFailed = 'Failed to mark notification as read'
export const markAllFailed = 'Failed to mark notifications as read'

// simulated-notifications
export const demoReds = 'Demo: six reds for the season'
export const demoRedsText = 'This notification is simulated. Bulk prices for Laali lipsticks start at 6 units.'
export const demoMode = 'Demo: the shop is in demo mode'
export const demoModeText = 'This notification is simulated. Nothing you order here is delivered.'
export const demoUbtan = 'Demo: ubtan is back'
export const demoUbtanText = 'This notification is simulated. Noor Ubtan Glow Mask is available again.'

// cart
export const productAddedToCart = 'Product added to cart'
export const viewCart = 'View Cart'
export const addFailed = 'Failed to add item to cart'
export const errorTitle = 'Error'
export const fetchFailed = 'Failed to fetch cart items'
export const pleaseLogin = 'Please login to add items to your cart'
export const login = 'Login'
export const updateFailed = 'Failed to update cart'
export const removeFailed = 'Failed to remove item from cart'
export const itemRemoved = 'Item removed from cart'
export const undo = 'Undo'
export const clearFailed = 'Failed to clear cart'
export const cartCleared = 'Cart cleared'
