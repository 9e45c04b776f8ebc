/** Pages that do not exist. */

// not-found
export const notFound = 'Oops! Page not found'
export const notFoundText = 'The address may be old or mistyped. You can find everything we sell from here.'
export const returnToHome = 'Return to Home'
export const browseProducts = 'Browse products'

// not-found
export const notFoundTitle = 'Oops! Page not found'
