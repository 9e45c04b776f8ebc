/** What a page says by itself when its scripts fail before they began (docs/rules.md#fixed-texts). */

export const title = 'Application Error'
export const text = 'The application failed to initialize. Please try refreshing the page.'
export const refresh = 'Refresh Page'
