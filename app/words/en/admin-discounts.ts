/** /admin/discounts */

export const title = 'Discounts'
export const add = 'New discount'
export const count = (discounts: number) => (discounts === 1 ? '1 discount' : `${discounts} discounts`)
export const empty = 'No discounts yet'
export const emptyText = 'Offers apply automatically in the cart; coupons need a code. Create one and preview it before customers see it.'
export const failed = 'The discounts did not load.'
export const failedText = 'Nothing was changed.'
export const list = 'Discounts'

// the list
export const name = 'Discount'
export const gives = 'Value'
export const state = 'State'
export const used = 'Used'
export const given = 'Total discount'
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
export const notSwitched = 'The discount was not changed. Please check the list.'

// the form
export const newTitle = 'New discount'
export const gone = 'Discount not found'
export const goneText = 'It may have been deleted.'
export const whatItGives = 'Discount'
export const howApplied = 'Applied'
export const appliedBy = { automatic: 'Automatically', code: 'With a coupon code' }
export const code = 'Coupon code'
export const codeHint = 'Capitals, digits and hyphens. Buyers can type it in upper or lower case.'
export const offerTitle = 'Title'
export const offerTitleHint = 'Shown in the cart, such as “Diwali 10% off”'
export const description = 'Description'
export const kind = 'Discount type'
export const kinds = { percent: 'Percent off', amount: 'Rupees off', free_delivery: 'Free delivery' }
export const percent = 'Percent'
export const rupees = 'Rupees'
export const on = 'Applies to'
export const onAllGoods = 'All products. Add products or categories to limit it.'
export const addCategory = 'Add a category'
export const chooseCategory = 'Choose a category'
export const findProduct = 'Add a product'
export const findProductHint = 'Name or SKU'
export const productsFound = 'Products found'
export const noProducts = 'No product with this name or SKU'
export const removeGoods = (goods: string) => `Remove ${goods}`
export const goneGoods = 'Deleted'
export const when = 'Conditions and limits'
export const minimum = 'Minimum order value'
export const minimumHint = '₹, goods at bulk prices, before discounts'
export const maximum = 'Maximum discount'
export const maximumHint = '₹'
export const from = 'From'
export const to = 'Until'
export const indianTime = 'Indian time'
export const usageLimit = 'Total uses'
export const customerLimit = 'Uses per customer'
export const withOthers = 'With other discounts'
export const combinesText = {
  no: 'Replaces automatic offers on its products',
  yes: 'Added to automatic offers, on the remaining price',
}
export const automaticRule = 'Each product gets at most one automatic offer, and buyers get the best combination. Free delivery combines with everything.'
export const active = 'Switched on'
export const saved = (discount: string) => `${discount} saved`

// errors
export const codeMissing = 'Enter a code of 3 to 40 capitals, digits or hyphens'
export const codeTaken = 'Another discount has this code'
export const titleMissing = 'Enter a title of up to 60 characters'
export const percentWrong = 'Enter a percentage above 0, up to 100'
export const amountWrong = 'Enter an amount above ₹0'
export const moneyWrong = 'Enter an amount, such as 500 or 499.50'
export const limitWrong = 'Enter a whole number above 0'
export const datesWrong = 'The end is before the start'
export const tooFewUses = 'It has already been used more often than that'
export const discountGone = 'Someone deleted this discount while you were editing. Your text is still here to copy.'
export const notSaved = 'The discount was not saved. Your changes are still here.'

// preview
export const wouldGive = 'Preview'
export const sample = 'Sample cart'
export const each = (units: number) => (units === 1 ? 'one of each' : `${units} of each`)
export const line = 'Line'
export const goods = 'Goods'
export const discount = 'Discount'
export const goodsAfterTiers = 'Goods at bulk prices'
export const gst = 'of which GST'
export const buyerPays = 'Buyer pays'
export const lessThan = (amount: string) => `Saves ${amount}.`
export const takesNothing = {
  minimum: (missing: string) => `No discount here: ${missing} short of the minimum.`,
  otherGoods: 'No discount here: it applies to other products.',
  noGain: 'No discount here: another offer gives as much, or it would lose the free delivery.',
}
export const finishFirst = 'Fill in the discount to see what a buyer would pay.'
export const noSample = 'There are no products on sale to preview it with.'
export const sampleFailed = 'The sample cart did not load.'

// announcing it to customers
export const announce = 'Announce'
export const announceTitle = (discount: string) => `Announce ${discount}?`
export const announceText = 'Customers who agreed to receive offers get one notification. This cannot be undone.'
export const announced = (people: number) => (people === 1 ? '1 customer was notified' : `${people} customers were notified`)
export const announcedOn = (moment: string) => `Announced to customers on ${moment}.`
export const keepQuiet = 'Not now'
