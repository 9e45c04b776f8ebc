/** The shop as an installed app, and offline (docs/rules.md#fixed-texts). */

// install-steps
export const installStore = (store: string) => `Install ${store}`
export const installText = 'One tap from your home screen: your prices, your cart and last month’s order.'
export const installApp = 'Install App'
export const notNow = 'Not now'
export const gotIt = 'Got it'

// offline-banner
export const offline = "You're offline"
export const offlineText = "Some features may be limited while you're offline. You can still browse previously visited pages."
export const online = "You're back online!"
export const onlineText = 'Connected to the internet. You can now browse all features.'
export const dismiss = 'Dismiss'

/** Below the banner's own text, while a cached page is shown. */
export const keptOf = (moment: string) => `As of ${moment}. Prices and stock may have changed since.`

// update-card
export const newContent = 'New content is available! Reload to update?'
export const newContentText = 'What you have typed stays.'
export const reload = 'Reload'
export const notYet = 'Later'

// The page shown offline for one that was never opened
export const offlinePageTitle = 'You’re offline · Shringar'
export const offlinePageHeading = 'This page needs the internet'
export const offlinePageText = 'You are offline, or the shop cannot be reached, and this page has not been opened on this device before. Your cart is safe.'
export const offlinePageRetry = 'Try again'
export const offlinePageVisited = 'These pages open without a connection'

// manifest
export const manifestDescription = 'Beauty products at wholesale prices, with bulk tiers and a GST invoice.'

export const products = 'Products'
export const cart = 'Cart'
export const myOrders = 'My Orders'

// The installation steps for browsers that do not offer it themselves
export const stepsOnIos = ['Tap the Share button of your browser.', 'Choose “Add to Home Screen”.', 'Tap “Add”.']
export const stepsInAndroidMenu = ['Open the menu of your browser.', 'Choose “Add to Home screen” or “Install”.', 'Confirm with “Add”.']
