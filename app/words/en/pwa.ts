/** The shop offline, its updates and its manifest (docs/rules.md#fixed-texts). */

// offline-banner
export const offline = "You're offline"
export const offlineText = "Some features may be limited while you're offline. You can still browse previously visited pages."
export const online = "You're back online!"
export const onlineText = 'Connected to the internet. You can now browse all features.'
export const away = 'We can’t reach our system at the moment'
export const awayText = 'You can still look around. Your cart and orders will be back shortly; nothing is lost.'
export const backAgain = 'The shop is back'
export const backAgainText = 'You can order again.'
export const dismiss = 'Dismiss'

/** Below the banner's own text, while a cached page is shown. */
export const keptOf = (moment: string) => `As of ${moment}. Prices and stock may have changed since.`

// update-card
export const newContent = 'New content is available! Reload to update?'
export const newContentText = "You won't lose what you have typed."
export const reload = 'Reload'
export const notYet = 'Later'

// The page shown offline for one that was never opened
export const offlinePageTitle = 'You’re offline'
export const offlinePageHeading = 'This page needs an internet connection'
export const offlinePageText = "You're offline or we can't be reached, and you haven't opened this page on this device before. Your cart is safe."
export const offlinePageRetry = 'Try again'
export const offlinePageVisited = 'These pages work offline'

// manifest
export const manifestDescription = 'Beauty products at wholesale prices, with bulk tiers and a GST invoice.'

export const products = 'Products'
export const cart = 'Cart'
export const myOrders = 'My Orders'
