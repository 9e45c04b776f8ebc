/** The frame of every screen of the back office: sidebar, top bar, theme, keys. */

export const backOffice = 'Back office'
export const title = (screen: string) => `${screen} · Back office`
export const skipToContent = 'Skip to the content'
export const openMenu = 'Open menu'
export const closeMenu = 'Close menu'
export const admin = 'Admin'
export const yourSecurity = 'Your security'
export const viewStore = 'View Store'
export const signOut = 'Sign Out'

// the nine links
export const dashboard = 'Dashboard'
export const products = 'Products'
export const orders = 'Orders'
export const createManualOrder = 'Create Manual Order'
export const customers = 'Customers'
export const banners = 'Banners'
export const discounts = 'Discounts'
export const settings = 'Settings'
export const salesAnalytics = 'Sales Analytics'

// top bar
export const search = 'Search or run a command'
export const keyboardHelp = 'Keyboard help'
export const loadingScreen = 'Loading…'

// theme
export const theme = 'Theme'
export const themeNow = (name: string) => `Theme: ${name}`
export const themes = { system: 'System', light: 'Light', dark: 'Dark' } as const

// keyboard help
export const keyboardShortcuts = 'Keyboard shortcuts'
export const everywhere = 'Everywhere'
export const goTo = 'Go to'
export const inLists = 'In lists'
export const inForms = 'In forms'
export const openPalette = 'Search or run a command'
export const focusSearch = 'Search this list'
export const undoLast = 'Undo the last change'
export const singleKeys = 'Single-letter shortcuts'
export const singleKeysHint = 'Turn them off if you use voice control or press keys by accident. ⌘K and Ctrl+K still work.'
export const close = 'Close'
export const followedBy = 'then'

// an unknown address
export const goToSection = (section: string) => `Go to ${section}`
export const notFound = 'This page does not exist in the back office.'

// a screen failed
export const screenFailed = 'This page could not be shown.'
export const screenFailedText = 'Nothing was changed. Try again, or choose another page on the left.'
