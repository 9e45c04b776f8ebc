/** The list of products: search, filters, results (docs/rules.md#fixed-texts). */
import { toPaise } from '#domain/money/money.ts'
import { shortRupees } from '#domain/money/short-rupees.ts'

// products
export const searchedFor = (query: string) => `“${query}”`
export const collection = 'Explore Our Beauty Collection'
export const metaDescription =
  'Browse skincare, makeup, haircare, fragrances, accessories and novelties at wholesale prices, with bulk tiers and a GST invoice.'
export const home = 'Home'
export const products = 'Products'

// view-switch
export const view = 'View'
export const asPictures = 'Pictures'
export const asList = 'List'
export const orderPad = 'Paste a list'

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
/** The filter's amounts are whole or exact rupees. */
const rupees = (amount: number) => shortRupees(toPaise(amount))
export const upTo = (max: number) => `Up to ${rupees(max)}`
export const andAbove = (min: number) => `${rupees(min)} and above`
export const fromTo = (min: number, max: number) => `${rupees(min)} to ${rupees(max)}`
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
export const loadFailedText = 'Your filters and cart are saved.'
// when-offline
export const choiceNotLoaded = "You're offline: we couldn't load what you chose."
export const choiceKept = "These are the products from before. Your choice loads automatically once you're back online."

export const showMoreResults = 'Show more'
export const chosenFilters = 'Chosen filters'
export const remove = (label: string) => `Remove ${label}`
export const noProducts = 'No products available'
export const fewerFilters = 'Try removing a filter.'
export const anotherWord = 'Try another word, or browse a category.'
export const newProductsComing = 'New products are on their way.'
export const showAllProducts = 'Show all products'
export const browseCategories = 'Browse categories'
export const closeToTyped = 'Similar to your search'
export const closeWithoutFilters = 'Similar to your search, without your filters'
export const whatOthersTake = 'Popular products'

export const heading = (
  <>
    Explore Our <em>Beauty</em> Collection
  </>
)
/** A count that goes no further says so. */
export const counted = (count: number, more: boolean) => (more ? `${count.toLocaleString('en-IN')}+` : String(count))
export const foundResults = (count: number, query: string, more = false) => (
  <>
    Found <b className="num font-semibold">{counted(count, more)}</b> results for "<bdi>{query}</bdi>"
  </>
)
export const noneMatching = (query: string) => (
  <>
    No products found matching "<bdi>{query}</bdi>"
  </>
)
export const productCount = (count: number, more = false) => (
  <>
    <b className="num font-semibold">{counted(count, more)}</b> {count === 1 && !more ? 'product' : 'products'}
  </>
)
export const shownOf = (shown: number, total: number, more = false) => `${shown} of ${counted(total, more)} shown`
export const showTotal = (total: number, more = false) => `Show ${counted(total, more)} ${total === 1 && !more ? 'product' : 'products'}`
/** The maximum of the slider means every price above it too. */
export const ceilingMeans = (ceiling: number) => `${rupees(ceiling)} means ${rupees(ceiling)} and above.`
