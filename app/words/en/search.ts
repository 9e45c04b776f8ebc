/** The panel below the search field. */

export const suggestions = 'Suggestions'
export const products = 'Products'
export const categories = 'Categories'
export const recent = 'Recent searches'
export const clearRecent = 'Clear recent searches'
export const turnSlashOff = 'Do not search with the / key'
export const turnSlashOn = 'Search with the / key'
/** For screen readers only. */
export const suggestionCount = (count: number) => `${count || 'No'} ${count === 1 ? 'suggestion' : 'suggestions'}`
/** @param more there may be more than are counted */
export const seeAll = (count: number, more: boolean) =>
  more ? `See ${count.toLocaleString('en-IN')}+ results` : count === 1 ? 'See 1 result' : `See all ${count} results`
export const searchFor = (words: string) => `Search for “${words}”`
export const add = 'Add'
export const addMany = (quantity: number) => `Add ${quantity}`
export const added = 'Added'
export const addedProduct = (name: string) => `${name} added to your cart`
export const outOfStock = 'Out of Stock'
export const loading = 'Loading suggestions'
export const nothing = 'No product or category is similar to this.'
export const failed = "We couldn't load suggestions. You can still search."
export const offline = "You're offline. Suggestions return with the connection."
