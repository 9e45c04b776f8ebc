import { openMarks } from './marks.ts'

/** The products on the wishlist. */
export const wishes = openMarks(async () => (await loadWishlist()).follow())

/** The code that reads and writes it loads for a customer, or with a visitor's first press. */
export const loadWishlist = async () => (await import('./wishlist.ts')).openWishlist(wishes)
