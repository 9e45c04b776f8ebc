/** /admin/products */
import { groupIndian } from '#domain/money/money.ts'

export const title = 'Products'
export const categories = 'Categories'
export const search = 'Name, SKU, brand or HSN'
export const addProduct = 'Add product'
export const importProducts = 'Import'
export const newKey = 'Add a product'
export const status = 'Status'
export const states = { active: 'Active', draft: 'Draft', archived: 'Archived' } as const
export const stock = 'Stock'
export const stocks = { out: 'Out of stock', low: 'Low stock', in: 'In stock' } as const
export const allProducts = 'All'
export const onSale = 'On sale'
export const runningOut = 'Running out'
export const drafts = 'Drafts'

export const product = 'Product'
export const category = 'Category'
export const price = 'Price'
export const mrp = 'MRP'
export const sold = 'Sold'
export const minimum = 'MOQ'
export const gst = 'GST %'
export const hsn = 'HSN'
export const sku = 'SKU'
export const brand = 'Brand'
export const none = 'No product fits'
export const noneText = 'Take a filter away, or search for another word.'
export const named = (name: string) => `product ${name}`

// In place
export const changePrice = (name: string) => `Change the price of ${name}`
export const changeStock = (name: string) => `Change the stock of ${name}`
export const priceOf = (name: string) => `Price of ${name}, rupees`
export const stockOf = (name: string) => `Stock of ${name}`
export const priceWrong = 'An amount in rupees above 0'
export const stockWrong = 'A whole number, 0 or more'
export const changed = (name: string) => `${name} changed`
export const stale = 'Somebody else changed it meanwhile'
export const staleText = 'Nothing was saved; the list shows what stands there now.'
export const notChanged = 'It was not changed'
export const notChangedText = 'Please try again.'

// Filters
export const featured = 'Featured'
export const missing = 'Lacks'
export const missings = { hsn: 'No HSN', picture: 'No picture', category: 'No category', mrp: 'No MRP', brand: 'No brand' } as const
export const rate = (percent: number) => `${percent} %`
export const featuredView = 'Featured'
export const incomplete = 'Incomplete'

// Columns
export const retailPrice = 'Retail price'
export const withGst = 'With GST'
export const tiers = 'Price tiers'
export const unit = 'Unit'
export const netQuantity = 'Net quantity'
export const origin = 'Country of origin'
export const created = 'Added'
export const picture = 'Picture'

// A row's menu
export const edit = 'Edit'
export const editNamed = (name: string) => `Edit ${name}`
export const duplicate = 'Duplicate'
export const duplicateNamed = (name: string) => `Duplicate ${name}`
export const viewInShop = 'View in shop'
export const viewNamed = (name: string) => `View ${name} in the shop`
export const rowMenu = (name: string) => `More for ${name}`

// In bulk
export const publish = 'Put on sale'
export const toDraft = 'Make drafts'
export const archive = 'Archive'
export const changePrices = 'Change prices'
export const editMany = 'Edit'
export const moved = (count: number, state: string) => (count === 1 ? `1 product: ${state}` : `${groupIndian(String(count))} products: ${state}`)
export const changedMany = (count: number) => (count === 1 ? '1 product changed' : `${groupIndian(String(count))} products changed`)
export const noneChanged = 'They all have it already'
export const staleMany = (count: number) =>
  count === 1 ? 'Somebody else changed 1 of them meanwhile' : `Somebody else changed ${groupIndian(String(count))} of them meanwhile`
export const staleManyText = 'Nothing was changed; the list shows what stands there now.'
export const tooMany = 'At most 10,000 products can be changed at once. Please narrow the filter.'
export const allChosen = (count: number) => `All ${groupIndian(String(count))} on this page are selected.`
export const chooseAll = (count: string | null) => (count === null ? 'Select all of this list' : `Select all ${count} of this list`)
export const everythingChosen = 'All products of this list are selected.'
export const everythingShort = 'and all others of this list'
export const onlyPage = 'Only this page'
export const gathering = (count: number) => `${groupIndian(String(count))} products read…`

// Prices by percent
export const pricesTitle = 'Change prices'
export const pricesOf = (count: number) => (count === 1 ? 'of 1 product' : `of ${groupIndian(String(count))} products`)
export const direction = 'Change'
export const up = 'Raise by'
export const down = 'Lower by'
export const by = 'By how much'
export const byUnit = 'Unit'
export const percentUnit = '%'
export const rupeeUnit = '₹'
export const what = 'What changes'
export const targetPrice = 'Price'
export const targetMrp = 'MRP'
export const targetTiers = 'Prices of the tiers'
export const tiersFollow = 'Their percentages stay, so they follow the price.'
export const tiersStay = 'They stay as they are, so their percentages change.'
export const rounding = 'Round'
export const roundings = { paisa: 'To the paisa', rupee: 'To the nearest rupee', nine: 'To the nearest amount ending in 9' } as const
export const byWrong = { percent: 'A percentage above 0, at most two decimals', amount: 'An amount in rupees above 0' } as const
export const lowerWrong = 'Less than 100 %'
export const nothingChosen = 'Choose what changes'
export const preview = 'Before and after'
export const willChange = (count: number) => `${groupIndian(String(count))} change`
export const willStay = (count: number) => `${groupIndian(String(count))} stay as they are`
export const leftAlone = (count: number) => `${groupIndian(String(count))} are left alone`
export const refusals = {
  ABOVE_MRP: (highest: string) => `above MRP; at most ${highest}`,
  RISING: () => 'a tier would cost more than fewer pieces',
  NOT_POSITIVE: () => 'would cost nothing',
  TOO_LARGE: () => 'too large an amount',
  SAME: () => 'no change',
} as const
export const before = 'Before'
export const after = 'After'
export const moreRows = (count: number) => `and ${groupIndian(String(count))} more`
export const apply = (count: number) => (count === 1 ? 'Change 1 product' : `Change ${groupIndian(String(count))} products`)
export const nothingChanges = 'Nothing changes'

// One value for many
export const editTitle = 'Edit products'
export const field = 'What'
export const value = 'New value'
export const noCategory = 'No category'
export const wrongValues = {
  gst_percent: 'A percentage from 0 to 100',
  hsn: 'Four, six or eight digits, or nothing',
  min_order_quantity: 'A whole number from 1 to 99,999',
} as const
export const yes = 'Yes'
export const no = 'No'
