/** Pages that do not exist. */

// not-found
export const notFound = 'Oops! Page not found'
export const notFoundText = 'The address may be old, or a letter went missing on the way. Everything we sell is one step from here.'
export const returnToHome = 'Return to Home'
export const browseProducts = 'Browse products'

// not-found
export const notFoundTitle = 'Oops! Page not found · Shringar'
