/** /pages/{slug}: a page that the owner wrote. */

export const notFoundTitle = 'Oops! Page not found'
export const updated = (day: string) => `Last updated: ${day}`
