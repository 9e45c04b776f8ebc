/** The list of products: search, filters, results (docs/rules.md#fixed-texts). */

// products
export const searchedFor = (query: string) => `“${query}”`
export const collection = 'Explore Our Beauty Collection'
export const metaDescription =
  'Browse skincare, makeup, haircare, fragrances, accessories and novelties at wholesale prices, with bulk tiers and a GST invoice.'
export const home = 'Home'
export const products = 'Products'

// search-box
export const searchProducts = 'Search products'
export const typeSomething = 'Type what you are looking for'
export const searchExample = 'Lipstick, serum, hair oil'
export const clear = 'Clear'
export const searching = 'Searching…'
export const search = 'Search'
export const suggestions = 'Suggestions'
/** For screen readers only. */
export const suggestionCount = (count: number) => `${count || 'No'} ${count === 1 ? 'suggestion' : 'suggestions'}`

// sort-select
export const sortBy = 'Sort by'

// filters
export const newest = 'Newest'
export const priceLowToHigh = 'Price: Low to High'
export const priceHighToLow = 'Price: High to Low'
export const mostPopular = 'Most Popular'
export const inStock = 'In stock'
export const lowStock = 'Low stock'
export const outOfStock = 'Out of stock'
export const oneUnit = '1 unit'
export const upTo6Units = 'Up to 6 units'
export const upTo12Units = 'Up to 12 units'
export const upTo = (max: number) => `Up to ₹${max}`
export const andAbove = (min: number) => `₹${min} and above`
export const fromTo = (min: number, max: number) => `₹${min} to ₹${max}`
/** `choice`: one of the three above, within a sentence. */
export const minimumOrderOf = (choice: string) => `Minimum order: ${choice.toLowerCase()}`

// filter-form
export const category = 'Category'
export const price = 'Price'
export const stock = 'Stock'
export const minimumOrder = 'Minimum order'
export const any = 'Any'
export const brand = 'Brand'
export const countryOfOrigin = 'Country of origin'
export const showProducts = 'Show products'
export const showFewer = 'Show fewer'
export const showMore = (hidden: number) => `Show ${hidden} more`

// filter-drawer
export const filters = 'Filters'
export const filtersChosen = (count: number) => `Filters, ${count} chosen`
export const closeFilters = 'Close filters'
export const clearAll = 'Clear All'

// price-range
export const lowestInRupees = 'Lowest price in rupees'
export const highestInRupees = 'Highest price in rupees'
export const lowestPrice = 'Lowest price'
export const upToWord = 'to'
export const highestPrice = 'Highest price'
export const inRupees = (label: string) => `${label} in rupees`

// listing-view
export const loadFailed = 'There was an error loading the products. Please try again.'
export const loadFailedText = 'Your filters and your cart are kept. Nothing was ordered.'
// when-offline
export const choiceNotLoaded = "You're offline: what you chose could not be loaded."
export const choiceKept = 'The products below are as they were. Your choice is kept, and loads by itself once you are back.'

export const showMoreResults = 'Show more'
export const chosenFilters = 'Chosen filters'
export const remove = (label: string) => `Remove ${label}`
export const noProducts = 'No products available'
export const fewerFilters = 'With fewer filters there may be more to see.'
export const anotherWord = 'Try another word, or look through a category.'
export const newProductsComing = 'New products are on their way.'
export const showAllProducts = 'Show all products'
export const browseCategories = 'Browse categories'
export const closeToTyped = 'Close to what you typed'
export const closeWithoutFilters = 'Close to what you typed, leaving your filters aside'
export const whatOthersTake = 'What others take'

export const heading = (
  <>
    Explore Our <em>Beauty</em> Collection
  </>
)
export const foundResults = (count: number, query: string) => (
  <>
    Found <b className="num font-semibold">{count}</b> results for "<bdi>{query}</bdi>"
  </>
)
export const noneMatching = (query: string) => (
  <>
    No products found matching "<bdi>{query}</bdi>"
  </>
)
export const productCount = (count: number) => (
  <>
    <b className="num font-semibold">{count}</b> {count === 1 ? 'product' : 'products'}
  </>
)
export const shownOf = (shown: number, total: number) => `${shown} of ${total} shown`
export const showTotal = (total: number) => `Show ${total} ${total === 1 ? 'product' : 'products'}`
/** The maximum of the slider means every price above it too. */
export const ceilingMeans = (ceiling: number) => `₹${ceiling} means “and above”.`
