/** /admin/products/import */
import { formatRupees, groupIndian } from '#domain/money/money.ts'

export const title = 'Import products'
export const products = 'Products'
export const steps = { file: 'File', columns: 'Columns', check: 'Check', import: 'Import' } as const
export const stepsLabel = 'Steps of the import'
const many = (count: number) => groupIndian(String(count))

// file
export const dropHere = 'Drop a file here'
export const orChoose = 'Choose a file'
export const fileLabel = 'Price list as Excel or CSV'
export const fileText =
  'Excel (.xlsx) or CSV with any headings, as saved by Excel, Tally, Busy, Zoho, Shopify, WooCommerce and others. Nothing is imported until you have reviewed the check.'
export const fileRules = [
  'A product whose SKU is in the shop is updated; one whose SKU is not is added.',
  'An empty cell keeps the current value: without a stock column, stock does not change.',
  'Importing the same file twice changes nothing the second time.',
]
export const template = 'Download a list of all columns'
export const reading = (percent: number) => `Reading… ${percent}%`
export const workbook = 'Excel'
const separators: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' }
export const textFormat = (encoding: string, delimiter: string) => `${encoding}, ${separators[delimiter] ?? delimiter}`
const saveAs = 'In Excel: File, Save As, “Excel Workbook (.xlsx)” or “CSV UTF-8”.'
export const workbookErrors = {
  protected: `This is an old Excel file (.xls), or one with a password. ${saveAs}`,
  otherKind: `This is not an Excel workbook (.xlsx). ${saveAs}`,
  broken: `This workbook is damaged or incomplete. Open it and save it again. ${saveAs}`,
  noSheet: 'This workbook has no visible sheet.',
  size: 'This workbook is too large. Please split it, or save the sheet as CSV.',
  slow: 'This workbook takes too long to read. Please save the sheet as CSV.',
  rows: 'This sheet has more than 1,00,000 rows. Please split it.',
  columns: 'This sheet has more than 300 columns. Please delete those that are not needed.',
} as const
export const tooManyRows = (most: number) => `This file has more than ${many(most)} rows. Please split it.`
export const tooManyColumns = (most: number) => `This file has more than ${most} columns. Please delete those that are not needed.`
export const cellTooLong = (row: number) => `Row ${many(row)} has a cell of more than 40,000 characters. Perhaps a quotation mark is never closed.`
export const tooLarge = 'This file is larger than 60 MB. Please split it.'
export const emptyFile = 'This file has only a heading row.'
export const unreadable = 'The file could not be read. If it is open in another program, close it and choose it again.'
export const chooseAgain = 'Reloading the page removed the file. Please choose it again; your columns are remembered.'
export const fileLine = (name: string, rows: number, encoding: string) => `${name} · ${rowsOf(rows)} · ${encoding}`
export const rowsOf = (count: number) => (count === 1 ? '1 row' : `${many(count)} rows`)

// columns
export const sheet = 'Sheet'
export const headingRow = 'Headings are in'
export const headingOption = (row: number, cells: readonly string[]) => `Row ${many(row)}: ${cells.filter(Boolean).join(' · ').slice(0, 80)}`
const linesOf = (count: number) => (count === 1 ? '1 line' : `${many(count)} lines`)
export const leftAround = (above: number, below: number) =>
  `${[above > 0 ? `${linesOf(above)} above the headings` : '', below > 0 ? 'the line of totals at the end' : ''].filter(Boolean).join(' and ')} ${above + below === 1 ? 'is' : 'are'} left out.`
export const readingSheet = 'Reading the sheet…'
export const noRowsBelow = 'There are no rows below these headings.'
export const whichColumn = 'Match columns'
export const exportOf = (system: string) => `An export of ${system} · `
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
  cost: 'Cost price excluding GST',
  gst_percent: 'GST %',
  hsn: 'HSN',
  barcode: 'Barcode',
  stock: 'Stock',
  unit: 'Unit',
  min_order_quantity: 'MOQ',
  reorder_level: 'Reorder level',
  pricing_tiers: 'Price tiers',
  status: 'Status',
  is_featured: 'Featured',
  description: 'Description',
  net_quantity: 'Net quantity',
  weight_grams: 'Shipping weight, g',
  weight_kg: 'Shipping weight, kg',
  generic_name: 'Generic name',
  country_of_origin: 'Country of origin',
  manufacturer: 'Manufacturer',
  best_before: 'Best before',
  ingredients: 'Ingredients',
  how_to_use: 'How to use',
  category_2: 'Category, second level',
  category_3: 'Category, third level',
  regular_price: 'Price without offer',
  pictures: 'Picture addresses',
  family_pictures: 'Picture addresses of the family',
  handle: 'Family (handle)',
  family: 'Family',
  option_1: 'Option 1, like Shade',
  value_1: 'Value 1, like Ruby Red',
  option_2: 'Option 2',
  value_2: 'Value 2',
  option_3: 'Option 3',
  value_3: 'Value 3',
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
export const unsellables = { refuse: 'Treat as errors', draft: 'Import as drafts at their MRP', cap: 'Sell at their MRP; without a price is an error' } as const
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
export const errorsCsv = 'Rows with errors as CSV'
export const leaveOut = (count: number) => (count === 1 ? 'Skip the row with an error' : `Skip the ${many(count)} rows with errors`)
export const leaveOutText = 'They are not imported; the CSV lists the reasons. Or fix them in the file and choose it again.'
export const mustLeaveOut = 'Tick the box to skip the rows with errors, or fix the file.'
export const backToColumns = 'Back to columns'
export const importRows = (count: number) => (count === 0 ? 'Nothing to import' : `Import ${rowsOf(count)}`)
export const nothingToWrite = 'The shop already has every row of this file.'
export const wholeRow = 'the row'
export const cellErrors = {
  CELLS: (limit: string) => `as many cells as the heading has (${limit.split('/')[1]}); this row has ${limit.split('/')[0]}`,
  MISSING: () => 'a value',
  TOO_LONG: (limit: string) => `at most ${groupIndian(limit)} characters`,
  NO_SKU: () => 'a SKU',
  NOT_SKU: () => 'at most 40 characters, and not a long number shortened by a spreadsheet (1.2E+10)',
  NOT_AMOUNT: () => 'an amount in rupees, like 1,249.50',
  NOT_COUNT: () => 'a whole number, 0 or more',
  TWO_READINGS: () => 'a number with one meaning, like 1,249.50: this one may be thousands or decimals',
  NOT_MOQ: () => 'a whole number from 1 to 99,999',
  NOT_LEVEL: () => 'a whole number from 0 to 10,00,000',
  NOT_WEIGHT: () => 'a weight from 1 g to 100 kg, like 250 g or 0.25 kg',
  NOT_PERCENT: () => 'a percentage from 0 to 100, like 18; 0.18 may mean 18%',
  NOT_HSN: () => 'four, six or eight digits; a 0 at the front may have been lost',
  NOT_BARCODE: () => '8, 12, 13 or 14 digits as printed under the bars; the last one checks the others',
  NOT_STATUS: () => 'Active, Draft or Archived',
  NOT_FLAG: () => 'Yes or No',
  NOT_TIERS: () => 'quantities with their discount, like “6+ 5%; 12+ 8%”, or “none”',
  WHICH_UNIT: () => 'the unit that is sold: the price may be for one piece or for all of them',
  OTHER_UNIT: (limit: string) => `a price and a quantity in the unit that is sold (${limit})`,
  TIERS_REPEAT: () => 'each quantity once',
  TIERS_FALL: () => 'a discount that does not fall as the quantity rises',
  NO_CATEGORY: () => 'a category of the shop, or its path, like “Haircare > Oils”',
  AMBIGUOUS_CATEGORY: () => 'its path: several categories have this name',
  VALUES_REPEAT: (limit: string) => `each combination once: row ${groupIndian(limit)} of this family has the same values`,
  REPEATED: (limit: string) => `each SKU once: row ${groupIndian(limit)} has it with other values`,
  NO_PRICE: () => 'a price above 0',
  ABOVE_MRP: (limit: string) => `at most ${formatRupees(Number(limit))}: a price may not exceed the MRP`,
  LEFT_OUT: () => 'left out by your choice',
  REFUSED: (limit: string) => limit,
} as const
export const warnings = {
  ODD_RATE: 'Unusual GST rate',
  RETAIL_DECIDES: 'Buyers pay the retail price; this changes the other price',
  DRAFT_AT_MRP: 'Cannot be sold like this: imported as a draft at its MRP',
  CAPPED_AT_MRP: 'Was above the MRP: sold at the MRP',
  NO_HSN: 'On sale without HSN',
  PRICE_HALVED: 'Less than half the current price',
  NO_ADDRESS: 'A picture is not a web address, and is left out',
} as const
export const repeatsRow = (row: number) => `Same as row ${many(row)}`
export const joinsFamily = (family: string, values: readonly string[]) => `joins the family ${family} as ${values.join(', ')}`
export const newCategory = (name: string) => `new category ${name}`

export const leftRows = (count: number) =>
  (count === 1 ? '1 row has no product of its own' : `${many(count)} rows have no product of their own`) + ', only a picture or the common part of a family.'
export const reasonsLabel = 'Reasons'
export const reasonCount = (text: string, count: number) => `${text}: ${rowsOf(count)}`
/** Errors by their kind; the table says what each cell should be. */
export const errorKinds = {
  CELLS: 'Too many or too few cells',
  MISSING: 'Missing value',
  TOO_LONG: 'Too long',
  NO_SKU: 'No SKU',
  NOT_SKU: 'Not a SKU',
  NOT_AMOUNT: 'Not an amount',
  TWO_READINGS: 'Thousands or decimals?',
  NOT_COUNT: 'Not a whole number',
  NOT_MOQ: 'Not a minimum order',
  NOT_LEVEL: 'Not a reorder level',
  NOT_WEIGHT: 'Not a weight',
  NOT_PERCENT: 'Not a GST rate',
  NOT_HSN: 'Not an HSN code',
  NOT_BARCODE: 'Not a barcode',
  NOT_STATUS: 'Not a status',
  NOT_FLAG: 'Neither Yes nor No',
  NOT_TIERS: 'Not price tiers',
  WHICH_UNIT: 'Price for one or for many?',
  OTHER_UNIT: 'Another unit',
  TIERS_REPEAT: 'Tiers repeat',
  TIERS_FALL: 'Tiers fall',
  NO_CATEGORY: 'Unknown category',
  AMBIGUOUS_CATEGORY: 'Several categories have this name',
  VALUES_REPEAT: 'Same shade or size twice',
  REPEATED: 'SKU twice',
  NO_PRICE: 'No price',
  ABOVE_MRP: 'Price above MRP',
  LEFT_OUT: 'Left out by your choice',
  REFUSED: 'Refused by the shop',
} as const
export const setForAll = (count: number) => (count === 1 ? 'Set for this row' : `Set for these ${many(count)} rows`)
export const hsnForAll = 'HSN for all rows without one'
export const rateForAll = 'GST % for all rows with an unusual rate'
export const leaveOutAll = (count: number) => (count === 1 ? 'Leave out this row' : `Leave out these ${many(count)} rows`)
export const capAll = (count: number) => (count === 1 ? 'Sell this row at its MRP' : `Sell these ${many(count)} rows at their MRP`)
export const makeSkus = (count: number) => (count === 1 ? 'Make a SKU for this row' : `Make SKUs for these ${many(count)} rows`)
export const decided = {
  hsn: (code: string) => `HSN ${code} is set for rows without one.`,
  rate: (percent: number) => `GST ${percent}% is set instead of unusual rates.`,
  skus: (begins: string) => `Rows without a SKU get one that starts with ${begins}-, and the same one at the next import.`,
  cap: 'Prices above the MRP become the MRP.',
  leftOut: (reason: string) => `Left out: ${reason}.`,
} as const
export const undoDecision = 'Undo'
export const notHsn = 'Four, six or eight digits'
export const notRate = 'A GST rate like 18'

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
export const familiesMade = (count: number) => (count === 1 ? '1 family of products has new members.' : `${many(count)} families of products have new members.`)
export const familyRefused = (name: string, reason: string) => `The family ${name} could not be made: ${reason}. Its products are in the shop, each for itself.`
export const resultCsv = 'Skipped rows as CSV'
export const seeProducts = 'View products'
export const anotherFile = 'Import another file'
export const leaveTitle = 'Leave the import?'
export const leave = 'Leave and stop it'
export const stay = 'Stay here'
export const leaveText = 'It stops after the current rows. Imported rows are safe.'
export const took = (seconds: string) => `in ${seconds} s`

// undo
export const pastImports = 'Latest imports'
export const pastImport = (added: number, changed: number) => `${many(added)} added, ${many(changed)} updated`
export const undone = 'undone'
export const undoImport = 'Undo this import'
export const undoFile = (file: string) => `Undo the import of ${file}`
export const undoText =
  'Products that it added are deleted, and those that it updated get their previous values and stock back. Categories that it created stay.'
export const undoing = 'Undoing the import…'
export const undoneText = (deleted: number, restored: number) => `The import is undone: ${many(deleted)} deleted, ${many(restored)} as before.`
const ofItsProducts = (count: number) => (count === 1 ? '1 of its products' : `${many(count)} of its products`)
export const notUndone = {
  SOLD: (count: number) => `${ofItsProducts(count)} ${count === 1 ? 'was' : 'were'} ordered since, so the import stays.`,
  STALE: (count: number) => `${ofItsProducts(count)} ${count === 1 ? 'has' : 'have'} changed since, so the import stays.`,
  TOO_OLD: () => 'This import can no longer be undone.',
} as const
export const undoFailed = (reason: string) => `The import was not undone: ${reason}`
