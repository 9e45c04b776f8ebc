/** Shown by the page itself if its scripts fail before they start (docs/rules.md#fixed-texts). */

export const title = 'Application Error'
export const text = 'The application failed to initialize. Please try refreshing the page.'
export const refresh = 'Refresh Page'
