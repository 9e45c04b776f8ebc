/** /admin/products/add and /admin/products/edit/{id} */

export const products = 'Products'
export const newTitle = 'New product'
export const failed = 'The product could not be loaded'
export const failedText = 'Please try again.'
export const gone = 'Product not found'
export const goneText = 'It may have been deleted, or the link is wrong.'
export const states = { draft: 'Draft', active: 'Active', archived: 'Archived' } as const

// Actions
export const viewInShop = 'View in shop'
export const duplicate = 'Duplicate'
export const more = 'More'
export const archive = 'Archive'
export const unarchive = 'Back to draft'
export const archived = (name: string) => `${name} is archived`
export const unarchived = (name: string) => `${name} is a draft`
export const notMoved = 'Not changed'
export const movedOn = 'Someone else changed it. Reload the page to see the current version.'
export const remove = 'Delete…'
export const removeTitle = (name: string) => `Delete “${name}”?`
export const removeText =
  'Its pictures are deleted, its page shows “not found”, and it is removed from carts. Stock movements are kept. This cannot be undone. To take it off sale for a while, archive it.'
export const removeConfirm = 'Delete product'
export const removed = (name: string) => `${name} is deleted`
export const inOrders = (orders: number) =>
  orders === 1 ? 'It is in 1 order, so it cannot be deleted. Archive it instead.' : `It is in ${orders} orders, so it cannot be deleted. Archive it instead.`
export const removeRefused = {
  STALE: 'Someone else changed it. Reload the page and check before you delete it.',
  GONE: 'It is already deleted.',
  REFUSED: 'It was not deleted. Please try again.',
} as const
export const whileUnsaved = 'Save or discard your changes first'

// Saving
export const saved = (name: string) => `${name} saved`
export const added = (name: string) => `${name} added`
export const copyOf = (name: string) => `${name} (copy)`
export const copyNote = (name: string) => `A copy of ${name}, as a draft. It gets its own SKU, stock and copies of the pictures.`
export const notSaved = 'Not saved. Your changes are still here.'
export const savedNotRead = 'Saved, but the page could not be refreshed. Reload it to continue.'
export const productGone = 'Someone deleted this product while you were editing. Your text is still here to copy.'
export const addedAlready = 'This product was already added.'
export const skuTaken = 'Another product has this SKU'
export const barcodeTaken = 'Another product has this barcode'
export const categoryGone = 'This category was deleted. Choose another.'
export const picturesNotSent = (count: number) =>
  count === 1
    ? 'One picture could not be uploaded. Nothing was saved; save again to retry.'
    : `${count} pictures could not be uploaded. Nothing was saved; save again to retry.`

// Sections and fields
export const basics = 'Basics'
export const name = 'Name'
export const link = (path: string) => `Link: ${path}`
export const description = 'Description'
export const category = 'Category'
export const noCategory = 'None'
export const goneCategory = 'a deleted category'
export const brand = 'Brand'
export const price = 'Price'
export const priceAndTiers = 'Price and tiers'
export const pricesWithGst = 'Prices include GST'
export const pricesWithoutGst = 'Prices exclude GST'
export const ownRates = 'each product has its own rate'
export const forced = (percent: number) => `GST ${percent}% for every product (Settings)`
export const rupees = (label: string) => `${label}, ₹`
export const retailPrice = 'Retail price'
export const retailHint = 'Used instead of the price'
export const mrp = 'MRP'
export const mrpHint = 'Inclusive of all taxes'
export const paid = 'Buyer pays'
export const cost = 'Cost price excluding GST'
export const costHint = 'What one unit costs you. Only owner, manager and accounts see it.'
export const costWrong = 'Enter an amount above ₹0, or leave it empty'
export const margin = 'Margin'
export const marginAt = (price: string) => `at ${price}`
export const marginAtLowest = (price: string) => `at the lowest bulk price, ${price}`
export const marginText = (amount: string, percent: string | null) => (percent === null ? amount : `${amount} · ${percent}`)
export const marginNote = 'Of the price without GST'
export const skuAndStock = 'SKU and stock'
export const sku = 'SKU'
export const barcode = 'Barcode'
export const barcodeHint = 'The digits under the bars of the pack'
export const skuHint = 'If empty, one is generated'
export const firstStock = 'Opening stock'
export const inStock = 'In stock'
export const toMovements = 'Movements'
export const minimum = 'Minimum order'
export const minimumHint = (units: string) => `The shop says “Minimum Order: ${units} units”`
export const weight = 'Shipping weight, g'
export const weightHint = 'Packed for sending; not the net quantity'
export const reorderLevel = 'Reorder level'
export const reorderHint = 'Listed under “To reorder” at this stock. If empty, it is running out below 10.'
export const unit = 'Sold by'
export const unitHint = 'NOS, PCS, BTL, …'
export const tax = 'Tax'
export const hsn = 'HSN'
export const hsnHint = '4, 6 or 8 digits'
export const gst = 'GST rate, %'
export const gstForced = (percent: number) => `Settings charge ${percent}% for every product. This rate applies when that setting is empty.`
export const legal = 'Legal details'
export const legalHint = 'Shown on the product page: Legal Metrology rule 6(10), Cosmetics Rules 2020'
export const genericName = 'Generic name'
export const netQuantity = 'Net quantity'
export const bestBefore = 'Best before'
export const countryOfOrigin = 'Country of origin'
export const licence = 'Manufacturing licence'
export const batch = 'Batch'
export const manufacturer = 'Manufacturer, packer or importer with address'
export const ingredients = 'Ingredients'
export const howToUse = 'How to use'
export const status = 'Status'
export const featured = 'Featured on the home page'
export const pictures = 'Pictures'

// Invalid fields
export const nameMissing = 'Enter a name'
export const skuMissing = 'Enter a SKU'
export const barcodeWrong = 'A barcode has 8, 12, 13 or 14 digits. Check them: the last one does not fit the others.'
export const moneyWrong = 'Enter an amount in rupees, such as 149 or 149.50'
export const priceMissing = 'Enter a price above ₹0 before it goes on sale'
export const mrpWrong = 'Enter an MRP above ₹0, or leave it empty'
export const gstWrong = 'Enter a rate from 0 to 100'
export const hsnWrong = 'Enter 4, 6 or 8 digits'
export const minimumWrong = 'Enter a whole number from 1 to 99999'
export const stockWrong = 'Enter a whole number, 0 or more'
export const weightWrong = 'Enter whole grams from 1 to 100000'
export const reorderWrong = 'Enter a whole number from 0 to 1000000'
export const unitWrong = 'Enter a unit of at most 12 letters'
export const aboveMrp = ({ unit: each, paid: pays, mrp: most, by }: Record<'unit' | 'paid' | 'mrp' | 'by', string>) =>
  each === pays ? `${each} exceeds the MRP of ${most} by ${by}` : `${each} is ${pays} with GST. That exceeds the MRP of ${most} by ${by}`
export const highestAllowed = (amount: string) => `Use ${amount}, the highest allowed`

// Tiers
export const tiers = 'Bulk prices'
export const tierMinimum = 'From quantity'
export const tierPercent = 'Discount %'
export const tierMinimumOf = (row: number) => `From quantity, tier ${row}`
export const tierPercentOf = (row: number) => `Discount percent, tier ${row}`
export const unitPrice = 'Unit price'
export const withGst = 'With GST'
export const roomUnderMrp = 'Room under MRP'
export const savesInAll = '“You save” in the shop'
export const noDiscount = 'none'
export const addTier = 'Add tier'
export const removing = 'Remove'
export const alwaysThere = 'always there'
export const removeTier = (row: number) => `Remove tier ${row}`
export const tierRemoved = (row: number) => `Tier ${row} removed`
export const sortTiers = 'Sort by quantity'
export const minimumOfTierWrong = 'Enter a whole number from 1'
export const percentOfTierWrong = 'Enter 0 to below 100, at most two decimals'
export const tierText = (quantity: number, percent: number) => `${quantity}+: ${percent}%`
export const tierTwice = (quantity: number) => `Another tier also starts at ${quantity}`
export const tierFalls = 'The discount is lower than for a smaller quantity'
export const tryQuantity = 'Try a quantity'
export const trialResult = (each: string, total: string, saved: string | null) =>
  `${each} each, ${total} in total${saved === null ? '' : `, ${saved} below MRP`}`

// Preview
export const inTheShop = 'Shop preview'
export const shownFor = 'Shown for'
export const single = '1 unit'
export const units = (count: number) => `${count} units`
export const unnamed = 'No name yet'
export const off = (percent: number) => `${percent}% off`
export const youPay = (amount: string) => `You pay ${amount}`
export const minimumOrder = (count: number) => `Minimum Order: ${count} units`
export const notShown = { draft: 'Draft: not visible to buyers', archived: 'Archived: not visible to buyers' } as const
export const noPrice = 'No price yet'

// The checklist
export const ready = 'Ready for the shop'
export const allThere = 'Everything buyers and the law require is filled in.'
export const needs = {
  price: 'A price above ₹0',
  picture: 'A picture',
  description: 'A description',
  category: 'A category',
  mrp: 'MRP, inclusive of all taxes',
  hsn: 'HSN, for the invoice',
  genericName: 'Generic name',
  netQuantity: 'Net quantity',
  countryOfOrigin: 'Country of origin',
  manufacturer: 'Manufacturer, packer or importer',
  bestBefore: 'Best before',
} as const
export const needGroups = {
  refused: 'Required to put it on sale',
  law: 'Required by law on the page or invoice',
  buyers: 'Recommended for buyers',
} as const
