/** /admin/discounts */

export const title = 'Discounts'
export const add = 'New discount'
export const count = (discounts: number) => (discounts === 1 ? '1 discount' : `${discounts} discounts`)
export const empty = 'No discounts yet'
export const emptyText = 'An offer applies by itself in the cart; a coupon waits for its code. Make the first, and see what it would give before anybody does.'
export const failed = 'The discounts did not load.'
export const failedText = 'Nothing was changed.'
export const list = 'Discounts'

// the list
export const name = 'Discount'
export const gives = 'Gives'
export const state = 'State'
export const used = 'Used'
export const given = 'Given'
export const until = 'Until'
export const percentOff = (percent: string) => `${percent}% off`
export const rupeesOff = (amount: string) => `${amount} off`
export const freeDelivery = 'Free delivery'
export const onAll = 'all goods'
export const onSome = (products: number, categories: number) =>
  [
    categories > 0 ? (categories === 1 ? '1 category' : `${categories} categories`) : '',
    products > 0 ? (products === 1 ? '1 product' : `${products} products`) : '',
  ]
    .filter(Boolean)
    .join(', ')
export const automatic = 'automatic'
export const byCode = 'coupon'
export const usesOf = (uses: number, limit: number | null) => (limit === null ? String(uses) : `${uses} of ${limit}`)
export const states = { off: 'Off', planned: 'Planned', live: 'Live', ended: 'Ended', used: 'Used up' }
export const switchOff = 'Switch off'
export const switchOn = 'Switch on'
export const switchedOff = (discount: string) => `${discount} is switched off`
export const switchedOn = (discount: string) => `${discount} is switched on`
export const undo = 'Undo'
export const notSwitched = 'It was not switched. Please look at the list.'

// the form
export const newTitle = 'New discount'
export const gone = 'There is no such discount'
export const goneText = 'Perhaps somebody deleted it.'
export const whatItGives = 'What it gives'
export const howApplied = 'How it is applied'
export const appliedBy = { automatic: 'By itself', code: 'With a coupon code' }
export const code = 'Coupon code'
export const codeHint = 'Capitals, digits and hyphens; buyers may type it either way.'
export const offerTitle = 'Title'
export const offerTitleHint = 'Buyers read it in the cart: Festive tenth'
export const description = 'Description'
export const kind = 'Gives'
export const kinds = { percent: 'Percent off', amount: 'Rupees off', free_delivery: 'Free delivery' }
export const percent = 'Percent'
export const rupees = 'Rupees'
export const on = 'On which goods'
export const onAllGoods = 'All goods. Add products or categories to narrow it.'
export const addCategory = 'Add a category'
export const chooseCategory = 'Choose a category'
export const findProduct = 'Add a product'
export const findProductHint = 'Name or SKU'
export const productsFound = 'Products found'
export const noProducts = 'No product with this name or SKU'
export const removeGoods = (goods: string) => `Remove ${goods}`
export const goneGoods = 'No longer there'
export const when = 'When and how often'
export const minimum = 'Minimum goods'
export const minimumHint = '₹, at bulk prices, before discounts'
export const maximum = 'At most'
export const maximumHint = '₹ off'
export const from = 'From'
export const to = 'Until'
export const indianTime = 'Indian time'
export const usageLimit = 'Uses in all'
export const customerLimit = 'Uses per customer'
export const withOthers = 'With other discounts'
export const combinesText = {
  no: 'Takes the place of automatic offers on its goods',
  yes: 'On top of automatic offers: off what they leave',
}
export const automaticRule =
  'Each product gets at most one automatic offer: buyers get the combination that takes most off. Free delivery goes with everything.'
export const active = 'Switched on'
export const saved = (discount: string) => `${discount} saved`

// what is wrong
export const codeMissing = 'Enter a code of 3 to 40 capitals, digits or hyphens'
export const codeTaken = 'Another discount has this code'
export const titleMissing = 'Enter a title of up to 60 characters'
export const percentWrong = 'Enter a percent above 0, up to 100'
export const amountWrong = 'Enter rupees above 0'
export const moneyWrong = 'Enter rupees, like 500 or 499.50'
export const limitWrong = 'Enter a whole number above 0'
export const datesWrong = 'The end is before the start'
export const tooFewUses = 'It was used more often than that already'
export const deletedMeanwhile = 'Somebody deleted this discount meanwhile. What you typed is still here to copy.'
export const notSaved = 'The discount was not saved. What you typed is kept.'

// would give
export const wouldGive = 'Would give'
export const sample = 'Sample cart'
export const each = (units: number) => (units === 1 ? 'one of each' : `${units} of each`)
export const line = 'Line'
export const goods = 'Goods'
export const discount = 'Discount'
export const goodsAfterTiers = 'Goods after tiers'
export const gst = 'of which GST'
export const delivery = 'Delivery'
export const buyerPays = 'Buyer pays'
export const lessThan = (amount: string) => `${amount} less than without it.`
export const takesNothing = {
  minimum: (missing: string) => `Nothing here: its goods lack ${missing} to the minimum.`,
  otherGoods: 'Nothing here: none of these goods is in it.',
  noGain: 'Nothing here: what runs already gives as much, or it would cost the free delivery.',
}
export const finishFirst = 'Fill in what it gives to see what a buyer would pay.'
export const noSample = 'There is no product on sale yet to try it on.'
export const sampleFailed = 'The sample cart did not load.'

// telling customers
export const announce = 'Tell customers'
export const announceTitle = (discount: string) => `Tell customers of ${discount}?`
export const announceText = 'Everybody who agreed to hear of offers gets a notification, once. It cannot be taken back.'
export const announced = (people: number) => (people === 1 ? '1 customer was told' : `${people} customers were told`)
export const announcedOn = (moment: string) => `Customers were told on ${moment}.`
export const keepQuiet = 'Not now'
