/** Pages of a list. */

// pagination
export const pages = 'Pages'
export const previous = 'Previous'
export const next = 'Next'

export const pageOf = (page: number, pages: number) => `Page ${page} of ${pages}`
