/** /admin/products/import */
import { formatRupees, groupIndian } from '#domain/money/money.ts'

export const title = 'Import products'
export const products = 'Products'
export const steps = { file: 'File', columns: 'Columns', check: 'Check', import: 'Import' } as const
export const stepsLabel = 'Steps of the import'
const many = (count: number) => groupIndian(String(count))

// file
export const dropHere = 'Drop a CSV file here'
export const orChoose = 'Choose a file'
export const fileLabel = 'Price list as CSV'
export const fileText =
  'Any headings, with commas, semicolons or tabs, as saved by Excel, Tally, Busy or Google Sheets. Nothing is imported until you have reviewed the check.'
export const fileRules = [
  'A product whose SKU is in the shop is updated; one whose SKU is not is added.',
  'An empty cell keeps the current value: without a stock column, stock does not change.',
  'Importing the same file twice changes nothing the second time.',
]
export const template = 'Download a list of all columns'
export const reading = (percent: number) => `Reading… ${percent}%`
export const notCsv = 'This is a workbook, not a CSV file. In Excel: File, Save As, “CSV UTF-8 (comma delimited)”.'
export const tooLarge = 'This file is larger than 60 MB. Please split it.'
export const emptyFile = 'This file has only a heading row.'
export const unreadable = 'The file could not be read. If it is open in another program, close it and choose it again.'
export const chooseAgain = 'Reloading the page removed the file. Please choose it again; your columns are remembered.'
export const fileLine = (name: string, rows: number, encoding: string) => `${name} · ${rowsOf(rows)} · ${encoding}`
export const rowsOf = (count: number) => (count === 1 ? '1 row' : `${many(count)} rows`)

// columns
export const whichColumn = 'Match columns'
export const used = (used: number, all: number) => `${used} of ${all} used`
export const inFile = 'In the file'
export const firstRows = 'First rows'
export const inShop = 'In the shop'
export const remark = 'Match'
export const doNotImport = 'Do not import'
export const columnIs = (heading: string) => `${heading} is`
export const noHeading = (place: number) => `Column ${place}`
export const remarks = {
  sure: 'exact match',
  likely: 'suggested',
  remembered: 'as last time',
  oneValue: 'one value in all rows',
  allEmpty: 'empty in all rows',
} as const
export const twice = 'used by another column'
export const fields = {
  sku: 'SKU',
  name: 'Name',
  brand: 'Brand',
  category: 'Category',
  price: 'Price',
  retail_price: 'Retail price',
  mrp: 'MRP',
  gst_percent: 'GST %',
  hsn: 'HSN',
  stock: 'Stock',
  unit: 'Unit',
  min_order_quantity: 'MOQ',
  pricing_tiers: 'Price tiers',
  status: 'Status',
  is_featured: 'Featured',
  description: 'Description',
  net_quantity: 'Net quantity',
  generic_name: 'Generic name',
  country_of_origin: 'Country of origin',
  manufacturer: 'Manufacturer',
  best_before: 'Best before',
  ingredients: 'Ingredients',
  how_to_use: 'How to use',
} as const
export const pricesTitle = 'Prices in the file'
export const withGst = 'Include GST'
export const withoutGst = 'Exclude GST'
export const priceExample = (list: number, paid: number) => `${formatRupees(list)} in the file: a buyer pays ${formatRupees(paid)}`
export const rowsTitle = 'Products already in the shop'
export const bySku = 'Matched by the SKU column and updated where they differ.'
export const madeSku = 'No column has the SKU. It is made from name, brand, category and generic name, so the same list gives the same SKUs again.'
export const listName = 'Supplier or list name'
export const listNameHint = (begins: string) => `New SKUs start with ${begins}-. Use the same name for this supplier’s next list.`
export const newTitle = 'New products'
export const newStatus = 'If the file has no status, they are'
export const states = { draft: 'Drafts, not yet in the shop', active: 'On sale at once' } as const
export const unsellable = 'Without a price, or above their MRP'
export const unsellables = { refuse: 'Treat as errors', draft: 'Import as drafts at their MRP' } as const
export const categoriesTitle = 'Categories'
export const categoriesKnown = 'All categories in the file exist.'
export const categoriesMissing = (count: number) => (count === 1 ? '1 category does not exist yet:' : `${many(count)} categories do not exist yet:`)
export const createCategories = 'Create these categories'
export const createCategoriesHint = 'Otherwise their rows are errors.'
export const more = (count: number) => `and ${many(count)} more`
export const needsName = 'Choose the column that has the name, or the one that has the SKU.'
export const needsSomething = 'No column besides the SKU is used, so there is nothing to import.'
export const claimedTwice = (fields: string) => `Two columns are ${fields}. Please choose one of them.`
export const nothingYet = 'Nothing is imported until you have reviewed the check.'
export const startAgain = 'Another file'
export const checkRows = (count: number) => `Check ${rowsOf(count)}`

// check
export const checking = (done: number, all: number) => `${many(done)} of ${many(all)} rows checked`
export const checkFailed = 'The rows could not be checked.'
export const checkFailedText = 'Nothing was imported. Your columns are saved.'
export const nothingWritten = 'checked, nothing imported yet'
export const outcomes = { new: 'New', changed: 'Update', same: 'Unchanged', warned: 'Warnings', refused: 'Errors' } as const
export const outcomeTexts = {
  new: 'will be added',
  changed: 'will be updated',
  same: 'nothing to import',
  warned: 'will still be imported',
  refused: 'will be skipped',
} as const
export const tabs = { refused: 'Errors', warned: 'Warnings', new: 'New', changed: 'Updates', same: 'Unchanged' } as const
export const tabsLabel = 'Rows'
export const row = 'Row'
export const product = 'Product'
export const column = 'Column'
export const found = 'Found'
export const expected = 'Expected'
export const what = 'What'
export const changes = 'Changes'
export const nothing = 'nothing'
export const shown = (count: number, all: number) => `${many(count)} of ${many(all)} shown`
export const showMore = 'Show the next 50'
export const noRows = 'No rows'
export const faultyCsv = 'Rows with errors as CSV'
export const leaveOut = (count: number) => (count === 1 ? 'Skip the row with an error' : `Skip the ${many(count)} rows with errors`)
export const leaveOutText = 'They are not imported; the CSV lists the reasons. Or fix them in the file and choose it again.'
export const mustLeaveOut = 'Tick the box to skip the rows with errors, or fix the file.'
export const backToColumns = 'Back to columns'
export const importRows = (count: number) => (count === 0 ? 'Nothing to import' : `Import ${rowsOf(count)}`)
export const nothingToWrite = 'The shop already has every row of this file.'
export const wholeRow = 'the row'
export const faults = {
  CELLS: (limit: string) => `as many cells as the heading has (${limit.split('/')[1]}); this row has ${limit.split('/')[0]}`,
  MISSING: () => 'a value',
  TOO_LONG: (limit: string) => `at most ${groupIndian(limit)} characters`,
  NOT_SKU: () => 'at most 40 characters, and not a long number shortened by a spreadsheet (1.2E+10)',
  NOT_AMOUNT: () => 'an amount in rupees, like 1,249.50',
  NOT_COUNT: () => 'a whole number, 0 or more',
  NOT_MOQ: () => 'a whole number from 1 to 99,999',
  NOT_PERCENT: () => 'a percentage from 0 to 100, like 18',
  NOT_HSN: () => 'four, six or eight digits; a 0 at the front may have been lost',
  NOT_STATUS: () => 'Active, Draft or Archived',
  NOT_FLAG: () => 'Yes or No',
  NOT_TIERS: () => 'quantities with their discount, like “6+ 5%; 12+ 8%”, or “none”',
  TIERS_REPEAT: () => 'each quantity once',
  TIERS_FALL: () => 'a discount that does not fall as the quantity rises',
  NO_CATEGORY: () => 'a category of the shop, or its path, like “Haircare > Oils”',
  AMBIGUOUS_CATEGORY: () => 'its path: several categories have this name',
  REPEATED: (limit: string) => `each SKU once: row ${groupIndian(limit)} has it with other values`,
  NO_PRICE: () => 'a price above 0',
  ABOVE_MRP: (limit: string) => `at most ${formatRupees(Number(limit))}: a price may not exceed the MRP`,
  REFUSED: (limit: string) => limit,
} as const
export const warnings = {
  ODD_RATE: 'Unusual GST rate',
  RETAIL_DECIDES: 'Buyers pay the retail price; this changes the other price',
  DRAFT_AT_MRP: 'Cannot be sold like this: imported as a draft at its MRP',
  NO_HSN: 'On sale without HSN',
  PRICE_HALVED: 'Less than half the current price',
} as const
export const repeatsRow = (row: number) => `Same as row ${many(row)}`
export const newCategory = (name: string) => `new category ${name}`

// import
export const importing = 'Importing'
export const creatingCategories = 'Creating the categories…'
export const progress = (done: number, all: number) => `${many(done)} of ${many(all)} rows imported`
export const stop = 'Stop'
export const stopping = 'Stopping after the current rows…'
export const pausedLost = 'The connection is lost. The import continues when the shop answers again; imported rows are safe.'
export const pausedSignedOut = 'Your session has ended. Sign in again and continue; imported rows are safe.'
export const goOn = 'Continue'
export const doneTitle = 'Imported'
export const stoppedTitle = 'Stopped'
export const stoppedText = (left: number) =>
  `${rowsOf(left)} were not sent. Imported rows are safe. Import the file again to continue; nothing is changed twice.`
export const refusedTitle = 'Import stopped'
export const refusedText = (left: number, reason: string) => `The shop refused a row: ${reason}. ${rowsOf(left)} were not imported; the rows before are safe.`
export const categoriesFailed = (reason: string) => `The categories could not be created: ${reason}. No product was imported.`
export const results = { new: 'Added', changed: 'Updated', same: 'Unchanged', refused: 'Skipped' } as const
export const resultCsv = 'Skipped rows as CSV'
export const seeProducts = 'View products'
export const anotherFile = 'Import another file'
export const leaveTitle = 'Leave the import?'
export const leave = 'Leave and stop it'
export const stay = 'Stay here'
export const leaveText = 'It stops after the current rows. Imported rows are safe.'
export const took = (seconds: string) => `in ${seconds} s`
