/** /admin/products */
import { groupIndian } from '#domain/money/money.ts'

export const title = 'Products'
export const categories = 'Categories'
export const expiry = 'Expiry'
export const search = 'Name, SKU, brand or HSN'
export const addProduct = 'Add product'
export const importProducts = 'Import'
export const newKey = 'Add a product'
export const status = 'Status'
export const states = { active: 'Active', draft: 'Draft', archived: 'Archived' } as const
export const stock = 'Stock'
export const stocks = { out: 'Out of stock', low: 'Low stock', in: 'In stock', short: 'Running out', reorder: 'To reorder' } as const
export const allProducts = 'All'
export const onSale = 'On sale'
export const runningOut = 'Running out'
export const toReorder = 'To reorder'
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
export const none = 'No products match'
export const noneText = 'Remove a filter, or search for another word.'
export const named = (name: string) => `product ${name}`

// In place
export const changePrice = (name: string) => `Change the price of ${name}`
export const changeStock = (name: string) => `Change the stock of ${name}`
export const priceOf = (name: string) => `Price of ${name}, rupees`
export const stockOf = (name: string) => `Stock of ${name}`
export const priceWrong = 'Enter an amount above ₹0'
export const stockWrong = 'Enter a whole number, 0 or more'
export const changed = (name: string) => `${name} changed`
export const stale = 'Someone else changed it'
export const staleText = 'Nothing was saved. The list shows the current values.'
export const notChanged = 'Not changed'
export const notChangedText = 'Please try again.'

// Filters
export const featured = 'Featured'
export const missing = 'Missing'
export const missings = { hsn: 'No HSN', picture: 'No picture', category: 'No category', mrp: 'No MRP', brand: 'No brand' } as const
export const rate = (percent: number) => `${percent}%`
export const featuredView = 'Featured'
export const incomplete = 'Incomplete'

// Columns
export const retailPrice = 'Retail price'
export const withGst = 'With GST'
export const cost = 'Cost'
export const margin = 'Margin'
export const tiers = 'Price tiers'
export const unit = 'Unit'
export const netQuantity = 'Net quantity'
export const weight = 'Weight, g'
export const reorderLevel = 'Reorder level'
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
export const toDraft = 'Move to drafts'
export const archive = 'Archive'
export const changePrices = 'Change prices'
export const editMany = 'Edit'
export const moved = (count: number, state: string) => (count === 1 ? `1 product: ${state}` : `${groupIndian(String(count))} products: ${state}`)
export const changedMany = (count: number) => (count === 1 ? '1 product changed' : `${groupIndian(String(count))} products changed`)
export const family = 'Family'
export const thisFamily = 'this family'
export const allFamilies = 'Remove filter Family'
export const familyNamed = (name: string) => `family ${name}`
export const groupByFamily = 'Group by family'
/** Above the grouped list: single products and families together. */
export const rowCount = (count: string) => (count === '1' ? '1 product or family' : `${count} products and families`)
export const productCount = (fitting: number, all: number) =>
  fitting === all ? (all === 1 ? '1 product' : `${groupIndian(String(all))} products`) : `${fitting} of ${all} products`
export const productsOf = (fitting: number, all: number, name: string) => `${productCount(fitting, all)} of ${name}`
export const stateCount = (state: keyof typeof states, count: number) => `${groupIndian(String(count))} ${states[state].toLowerCase()}`
/** Headings of the export, which the import recognizes. */
export const optionColumn = (place: number) => `Option ${place}`
export const valueColumn = (place: number) => `Value ${place}`
export const makeFamily = 'Make a family'
export const inFamilies = 'Choose 2 to 100 products that are in no family yet'
/** Before the names of families. */
export const leftToFamilies = (count: number) =>
  count === 1 ? '1 product is left out, because its family decides this:' : `${count} products are left out, because their family decides this:`
export const andMore = (count: number) => `and ${count} more`
export const allDecided = 'Families decide this for all of these products. Change it there.'
export const noneChanged = 'Nothing to change'
export const staleMany = (count: number) => (count === 1 ? 'Someone else changed 1 of them' : `Someone else changed ${groupIndian(String(count))} of them`)
export const staleManyText = 'Nothing was changed. The list shows the current values.'
export const tooMany = 'At most 10,000 products can be changed at once. Please narrow the filter.'
export const allChosen = (count: number) => `All ${groupIndian(String(count))} on this page are selected.`
export const chooseAll = (count: string | null) => (count === null ? 'Select all in this list' : `Select all ${count} in this list`)
export const everythingChosen = 'All products in this list are selected.'
export const everythingShort = 'and all others in this list'
export const onlyPage = 'Only this page'
export const gathering = (count: number) => `${groupIndian(String(count))} products loaded…`

// Prices by percent
export const pricesTitle = 'Change prices'
export const pricesOf = (count: number) => (count === 1 ? 'of 1 product' : `of ${groupIndian(String(count))} products`)
export const direction = 'Change'
export const up = 'Raise by'
export const down = 'Lower by'
export const by = 'Amount'
export const byUnit = 'Unit'
export const percentUnit = '%'
export const rupeeUnit = '₹'
export const what = 'Prices to change'
export const targetPrice = 'Price'
export const targetMrp = 'MRP'
export const targetTiers = 'Bulk prices'
export const tiersFollow = 'Bulk discounts keep their percentages and follow the price.'
export const tiersStay = 'Bulk prices stay as they are, so their percentages change.'
export const rounding = 'Round'
export const roundings = { paisa: 'To the paisa', rupee: 'To the nearest rupee', nine: 'To the nearest amount ending in 9' } as const
export const byWrong = { percent: 'Enter a percentage above 0, at most two decimals', amount: 'Enter an amount above ₹0' } as const
export const lowerWrong = 'Enter less than 100%'
export const nothingChosen = 'Choose the prices to change'
export const preview = 'Before and after'
export const willChange = (count: number) => `${groupIndian(String(count))} will change`
export const willStay = (count: number) => `${groupIndian(String(count))} unchanged`
export const leftAlone = (count: number) => `${groupIndian(String(count))} skipped`
export const refusals = {
  ABOVE_MRP: (highest: string) => `above MRP; at most ${highest}`,
  RISING: () => 'a bulk price would be above the price of fewer pieces',
  NOT_POSITIVE: () => 'the price would be ₹0 or less',
  TOO_LARGE: () => 'the amount is too large',
  SAME: () => 'no change',
} as const
export const before = 'Before'
export const after = 'After'
export const moreRows = (count: number) => `and ${groupIndian(String(count))} more`
export const apply = (count: number) => (count === 1 ? 'Change 1 product' : `Change ${groupIndian(String(count))} products`)
export const nothingChanges = 'No changes'

// One value for many
export const editTitle = 'Edit products'
export const field = 'What'
export const value = 'New value'
export const noCategory = 'No category'
export const wrongValues = {
  gst_percent: 'A percentage from 0 to 100',
  hsn: 'Four, six or eight digits, or nothing',
  min_order_quantity: 'A whole number from 1 to 99,999',
  reorder_level: 'A whole number from 0 to 10,00,000, or nothing',
  weight_grams: 'A weight from 1 g to 100 kg like 250 g, or nothing',
} as const
export const yes = 'Yes'
export const no = 'No'
