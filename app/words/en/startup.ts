/** What a page says by itself when its scripts fail before they began (specification section 8). */

export const title = 'Application Error'
export const text = 'The application failed to initialize. Please try refreshing the page.'
export const refresh = 'Refresh Page'
