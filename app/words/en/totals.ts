/** The breakdown of the total. */
import type { TotalLabels } from '#domain/quote/total-rows.ts'

// quote-totals
export const gst = 'GST'
export const goodsAtYourPrice = 'Goods at your price'
export const coupon = (code: string) => `Coupon ${code}`.trim()
/** `by`: the offer or coupon that made it free. */
export const freedBy = (charge: string, by: string) => `${charge} · ${by}`
export const youSaveInAll = (amount: string) => `You save ${amount}`

// totals
export const total = 'Total'
export const storeCredit = 'Store credit'
export const leftToPay = 'Left to pay'

// payment-text
export const nothingWasPaid = 'Nothing was paid'
export const cashWithCourier = 'Cash with courier'
export const cashAwaited = 'Cash to collect'

export const goods = (units: number) => `Goods, ${units} ${units === 1 ? 'unit' : 'units'}`
export const taxAt = (name: string, rate: number) => `${name} ${rate}%`
/** Shown after the first tax: the State that decides it. */
export const supplyTo = (state: string, code: string) => ` · supply to ${state} (${code})`

/** The rows above a total. A screen names differently only what it must. */
export const labels = {
  goods: { whole: 'Goods', before: 'Goods', after: 'Goods' },
  bulkSavings: 'Bulk price savings',
  discount: ({ name, code }) => (code === null ? name : coupon(code)),
  taxable: (included) => (included ? 'of which taxable value' : 'Taxable value'),
  tax: ({ name }) => name,
  charge: ({ label }) => label,
} satisfies TotalLabels<string>
