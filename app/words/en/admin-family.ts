/** /admin/products/families/new and /admin/products/families/{id} */

export const newTitle = 'New family'
export const newFamily = 'New family'
export const failed = 'The family could not be loaded'
export const gone = 'Family not found'
export const goneText = 'It may have been dissolved, or the link is wrong.'

// Saving
export const saved = (name: string) => `${name} saved`
export const added = (name: string) => `${name} added`
export const addedAlready = 'This family was already added.'
export const notSaved = 'Not saved. Your changes are still here.'
export const savedNotRead = 'Saved, but the page could not be refreshed. Reload it to continue.'
export const familyGone = 'Someone dissolved this family while you were editing. Your text is still here to copy.'
export const productStale = 'Someone changed or deleted one of these products. Reload the page to see it as it is now.'

// Sections and fields
export const basics = 'Name and shared facts'
export const basicsHint = 'What you fill in here is the same for every product of the family. What you leave empty, each product has for itself.'
export const name = 'Family name'
export const nameHint = 'Each product is named after the family and its values: Matte Lipstick – Ruby Red'
export const ownCategory = 'Each product its own'
export const mixedTiers = 'Quantities of all products count together for the bulk price'
export const legal = 'Shared legal details'
export const legalHint = 'Empty: each product has its own'
export const fields = {
  name,
  mixedTiers: 'Bulk price',
  options: 'Options',
} as const

// Options and values
export const valueOf = (option: string) => `Value of ${option}`
export const withPicture = 'picture'
export const inFamily = 'in the family'
export const notInFamily = 'not in the family'
export const options = 'Options and values'
export const optionsHint = 'What the products differ in, such as shade or size, and the choices there are'
export const optionName = (place: number) => `Option ${place}`
export const optionPlaceholder = ['Shade', 'Size', 'Finish'] as const
export const addOption = 'Add option'
export const removeOption = (option: string) => `Remove option ${option}`
export const valuesOf = (option: string) => `Values of ${option}`
export const valueName = (place: number, option: string) => `Value ${place} of ${option}`
export const addValues = 'New values'
export const addValuesOf = (option: string) => `New values of ${option}`
export const addValuesHint = 'Separate several with commas, or paste a column'
export const add = 'Add'
export const colourOf = (value: string) => `Colour of ${value}`
export const noColour = (value: string) => `No colour for ${value}`
export const pictureOf = (value: string) => `Picture of ${value}`
export const noPicture = (value: string) => `Remove the picture of ${value}`
export const picture = 'Picture'
export const uploading = 'Uploading…'
export const pictureNotSent = 'The picture could not be uploaded'
export const moveUp = (value: string) => `Move ${value} up`
export const moveDown = (value: string) => `Move ${value} down`
export const removeValue = (value: string) => `Remove ${value}`
export const valueUsed = (products: number) =>
  products === 1 ? 'One product has it. Take it out first.' : `${products} products have it. Take them out first.`
export const optionUsed = 'Products differ in it. Take out all but one product for each remaining combination first.'

// The grid
export const products = 'Products'
export const grid = 'Products of the family'
export const gridHint = 'Tick the combinations that you sell. Arrow up and down move within a column; a column copied from a spreadsheet can be pasted.'
export const noValues = 'Add an option and its values first.'
export const combination = 'Combination'
export const sold = (combination: string) => `Sell ${combination}`
export const columns = {
  sku: 'SKU',
  barcode: 'Barcode',
  price: 'Price, ₹',
  mrp: 'MRP, ₹',
  stock: 'Stock',
  quantity: 'Net quantity',
  weight: 'Weight, g',
  status: 'Status',
} as const
export const cell = (column: string, row: string) => `${column}, ${row}`
export const isNew = 'new'
export const joins = 'joins'
export const leaves = 'leaves'
export const takeOut = (row: string) => `Take ${row} out of the family`
export const takeOutShort = 'Take out'
export const keepIn = (row: string) => `Keep ${row} in the family`
export const keepInShort = 'Keep'
export const leavesText = 'It keeps its name, price and stock.'
export const openProduct = (row: string) => `Open ${row}`
export const valueFor = (option: string, row: string) => `${option} of ${row}`
export const chooseValue = 'Choose…'
export const unplaced = 'no values yet'
export const tickAll = 'Sell all combinations'
export const countText = (rows: number, combinations: number) => `${rows} of ${combinations} combinations`
export const skuEmpty = 'generated'
export const forAll = 'Same for all'
export const forAllValue = 'Value for all'
export const forAllColumn = 'Column'
export const setAll = 'Set'
export const stockNote = 'A changed stock is recorded as a count.'

// Joining
export const join = 'Add existing products'
export const joinHint = 'They keep SKU, price, stock, pictures and address, and take over the name and what the family shares.'
export const joinSearch = 'Find by name, SKU or barcode'
export const joinThis = (name: string) => `Add ${name}`
export const nothingFound = 'No product without a family fits.'
export const searchFailed = 'The search failed. Please try again.'

// Dissolving
export const more = 'More'
export const dissolve = 'Dissolve…'
export const dissolveTitle = (name: string) => `Dissolve “${name}”?`
export const dissolveText =
  'The family is deleted. Its products stay in the shop with their names, prices and stock, each as a product of its own. This cannot be undone.'
export const dissolveConfirm = 'Dissolve family'
export const dissolved = (name: string) => `${name} is dissolved`
export const notDissolved = 'Someone else changed it. Reload the page and check before you dissolve it.'

// Invalid fields
export const nameMissing = 'Enter a name'
export const optionMissing = 'Enter what the products differ in'
export const optionTwice = 'Another option has this name'
export const optionEmpty = 'Add at least one value'
export const valueMissing = 'Enter a name, or remove the value'
export const valueTwice = 'Another value has this name'
export const rowsMissing = 'Tick at least one combination'
export const skuMissing = 'Enter a SKU'
export const skuTwice = 'Another row has this SKU'
export const barcodeTwice = 'Another row has this barcode'
export const aboveMrp = (mrp: string, highest: string) => `Above the MRP of ${mrp}. At most ${highest}`
export const combinationTwice = 'Another product has these values'
export const combinationMissing = 'Choose a value for each option'
export const quantityWrong = 'At most 60 characters'
export const nameTooLong = 'With these values the name is longer than 200 characters. Shorten the family’s name or a value.'
export const otherFamily = 'This product is in another family'

// On the page of a product
export const memberOf = (family: string) => `Part of the family ${family}`
export const memberText = 'The family decides its name and what is marked below.'
export const decided = 'Decided by the family'
export const makeFamily = 'Sell in shades or sizes'
