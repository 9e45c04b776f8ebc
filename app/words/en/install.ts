/** Installing the shop as an app (docs/rules.md#fixed-texts). */

export const installStore = (store: string) => `Install ${store}`
export const installText = 'One tap from your home screen: your prices, your cart and last month’s order.'
export const installApp = 'Install App'
export const notNow = 'Not now'
export const gotIt = 'Got it'

// The installation steps for browsers that do not offer it themselves
export const stepsOnIos = ['Tap the Share button of your browser.', 'Choose “Add to Home Screen”.', 'Tap “Add”.']
export const stepsInAndroidMenu = ['Open the menu of your browser.', 'Choose “Add to Home screen” or “Install”.', 'Confirm with “Add”.']
