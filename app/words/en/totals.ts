/** The breakdown of the total. */

// quote-totals
export const gst = 'GST'
export const bulkPriceSavings = 'Bulk price savings'
export const goodsAtYourPrice = 'Goods at your price'
export const ofWhichTaxableValue = 'of which taxable value'
export const taxableValue = 'Taxable value'
export const free = 'Free'
export const coupon = (code: string) => `Coupon ${code}`.trim()
/** `by`: the offer or coupon that made it free. */
export const freedBy = (charge: string, by: string) => `${charge} · ${by}`
export const youSaveInAll = (amount: string) => `You save ${amount}`

// totals
export const total = 'Total'

// payment-text
export const nothingWasPaid = 'Nothing was paid'

export const goods = (units: number) => `Goods, ${units} ${units === 1 ? 'unit' : 'units'}`
export const taxAt = (name: string, rate: number) => `${name} ${rate}%`
/** Shown after the first tax: the State that decides it. */
export const supplyTo = (state: string, code: string) => ` · supply to ${state} (${code})`
