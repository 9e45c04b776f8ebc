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
  'Any headings, with commas, semicolons or tabs, as Excel, Tally, Busy or Google Sheets save it. Nothing is written until you have seen the check.'
export const fileRules = [
  'A product whose SKU is in the shop is updated; one whose SKU is not is added.',
  'An empty cell leaves what the shop has: without a stock column no stock changes.',
  'The same file twice changes nothing the second time.',
]
export const template = 'Download a list of all columns'
export const reading = (percent: number) => `Reading… ${percent} %`
export const notCsv = 'This is a workbook, not a CSV file. In Excel: File, Save As, “CSV UTF-8 (comma delimited)”.'
export const tooLarge = 'This file is larger than 60 MB. Please split it.'
export const emptyFile = 'There is nothing in this file but a heading.'
export const unreadable = 'The file could not be read. If it is open in another program, close it there and choose it again.'
export const chooseAgain = 'The file is no longer here: a reload forgets it. Please choose it again; your columns are remembered.'
export const fileLine = (name: string, rows: number, encoding: string) => `${name} · ${rowsOf(rows)} · ${encoding}`
export const rowsOf = (count: number) => (count === 1 ? '1 row' : `${many(count)} rows`)

// columns
export const whichColumn = 'Which column is what'
export const used = (used: number, all: number) => `${used} of ${all} used`
export const inFile = 'In the file'
export const firstRows = 'First rows'
export const inShop = 'In the shop'
export const remark = 'Remark'
export const doNotImport = 'Do not import'
export const columnIs = (heading: string) => `${heading} is`
export const noHeading = (place: number) => `Column ${place}`
export const remarks = {
  sure: 'same words',
  likely: 'likely',
  remembered: 'as last time',
  oneValue: 'one value in all rows',
  allEmpty: 'empty in all rows',
} as const
export const twice = 'another column is this too'
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
export const withoutGst = 'Come before GST'
export const priceExample = (list: number, paid: number) => `${formatRupees(list)} in the file: a buyer pays ${formatRupees(paid)}`
export const rowsTitle = 'Products already in the shop'
export const bySku = 'They are recognised by the SKU column, and updated in the columns that differ.'
export const madeSku = 'No column has the SKU. It is made of name, brand, category and generic name: the same list gives the same SKUs again.'
export const listName = 'Name of the list'
export const listNameHint = (begins: string) => `Made SKUs begin with ${begins}-. Keep this name for this supplier’s next list.`
export const newTitle = 'New products'
export const newStatus = 'Where the file does not say, they are'
export const states = { draft: 'Drafts, not yet in the shop', active: 'On sale at once' } as const
export const unsellable = 'Without a price, or dearer than their MRP'
export const unsellables = { refuse: 'They are faulty rows', draft: 'They come in as drafts at their MRP' } as const
export const shelvesTitle = 'Categories'
export const shelvesKnown = 'All categories of the file are in the shop.'
export const shelvesMissing = (count: number) => (count === 1 ? '1 category is not in the shop yet:' : `${many(count)} categories are not in the shop yet:`)
export const makeShelves = 'Make them'
export const makeShelvesHint = 'Otherwise their rows are faulty.'
export const more = (count: number) => `and ${many(count)} more`
export const needsName = 'Choose the column that has the name, or the one that has the SKU.'
export const needsSomething = 'Besides the SKU no column is used: there is nothing to import.'
export const claimedTwice = (fields: string) => `Two columns are ${fields}. Please choose one of them.`
export const nothingYet = 'Nothing is written until you have seen the check.'
export const startAgain = 'Another file'
export const checkRows = (count: number) => `Check ${rowsOf(count)}`

// check
export const checking = (done: number, all: number) => `${many(done)} of ${many(all)} rows checked`
export const checkFailed = 'The rows could not be checked.'
export const checkFailedText = 'Nothing was written. Your columns are kept.'
export const nothingWritten = 'checked, nothing written yet'
export const outcomes = { new: 'New', changed: 'Update', same: 'Same already', warned: 'To look at', refused: 'Faulty' } as const
export const outcomeTexts = {
  new: 'are added',
  changed: 'in what differs',
  same: 'nothing to write',
  warned: 'imported all the same',
  refused: 'are left out',
} as const
export const tabs = { refused: 'Faulty', warned: 'To look at', new: 'New', changed: 'Updates', same: 'Same already' } as const
export const tabsLabel = 'Rows'
export const row = 'Row'
export const product = 'Product'
export const column = 'Column'
export const found = 'Found'
export const expected = 'What is expected'
export const what = 'What'
export const changes = 'What changes'
export const nothing = 'nothing'
export const shown = (count: number, all: number) => `${many(count)} of ${many(all)} shown`
export const showMore = 'Show the next 50'
export const noRows = 'No row'
export const faultyCsv = 'Faulty rows as CSV'
export const leaveOut = (count: number) => (count === 1 ? 'Leave out the faulty row' : `Leave out the ${many(count)} faulty rows`)
export const leaveOutText = 'They stay out, with their reasons in the file. Or mend them in the list and choose it again.'
export const mustLeaveOut = 'Say that the faulty rows are left out, or mend the list.'
export const backToColumns = 'Back to columns'
export const importRows = (count: number) => (count === 0 ? 'Nothing to import' : `Import ${rowsOf(count)}`)
export const nothingToWrite = 'Every row is in the shop already as the file has it.'
export const wholeRow = 'the row'
export const faults = {
  CELLS: (limit: string) => `as many cells as the heading has (${limit.split('/')[1]}); this row has ${limit.split('/')[0]}`,
  MISSING: () => 'a value',
  TOO_LONG: (limit: string) => `at most ${groupIndian(limit)} characters`,
  NOT_SKU: () => 'at most 40 characters, and not the short form a spreadsheet makes of long numbers',
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
  ABOVE_MRP: (limit: string) => `at most ${formatRupees(Number(limit))}: nobody may pay more than the MRP`,
  REFUSED: (limit: string) => limit,
} as const
export const warnings = {
  ODD_RATE: 'No usual GST rate of goods',
  RETAIL_DECIDES: 'The retail price decides what buyers pay; this changes the other one',
  DRAFT_AT_MRP: 'Cannot be sold as it stands: comes in as a draft at its MRP',
  NO_HSN: 'On sale without HSN',
  PRICE_HALVED: 'Costs less than half of before',
} as const
export const repeatsRow = (row: number) => `Says the same as row ${many(row)}`
export const newShelf = (name: string) => `new category ${name}`

// import
export const importing = 'Importing'
export const makingShelves = 'Making the categories…'
export const progress = (done: number, all: number) => `${many(done)} of ${many(all)} rows written`
export const stop = 'Stop'
export const stopping = 'Stopping behind the rows that are on their way…'
export const pausedLost = 'The connection is lost. It goes on by itself once the shop answers; what is written stays.'
export const pausedSignedOut = 'Your session has ended. Sign in again, then go on; what is written stays.'
export const goOn = 'Go on'
export const doneTitle = 'Imported'
export const stoppedTitle = 'Stopped'
export const stoppedText = (left: number) => `${rowsOf(left)} were not sent. What is written stays. Import the file again to go on: it changes nothing twice.`
export const refusedTitle = 'Not imported further'
export const refusedText = (left: number, reason: string) => `The shop refused a row: ${reason}. ${rowsOf(left)} were not written; what came before stays.`
export const shelvesFailed = (reason: string) => `The categories could not be made: ${reason}. No product was written.`
export const results = { new: 'Added', changed: 'Updated', same: 'Same already', refused: 'Left out' } as const
export const resultCsv = 'Rows left out as CSV'
export const seeProducts = 'See the products'
export const anotherFile = 'Import another file'
export const leaveTitle = 'Leave the import?'
export const leave = 'Leave and stop it'
export const stay = 'Stay here'
export const leaveText = 'It stops behind the rows that are on their way. What is written stays.'
export const took = (seconds: string) => `in ${seconds} s`
