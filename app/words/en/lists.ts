/** Pages of a list. */

// pagination
export const pages = 'Pages'
export const previous = 'Previous'
export const next = 'Next'

export const pageOf = (page: number, through: number, pages: number) => (through > page ? `Pages ${page}–${through} of ${pages}` : `Page ${page} of ${pages}`)
