/** /admin/orders/to-collect: orders whose money is still to come (docs/rules.md#money-to-collect). */

export const title = 'To collect'
export const orders = 'Orders'
export const sum = (amount: string, count: string) => `${amount} from ${count}`
export const count = (orders: number) => (orders === 1 ? '1 order' : `${orders} orders`)
export const intro = 'Orders that are accepted, sent or delivered without their money. Cash on delivery waits here from the day it is sent.'
export const failed = 'The amounts did not load.'
export const failedText = 'Nothing was changed. Please try again.'
export const none = 'Nothing to collect'
export const noneText = 'Every accepted order is paid, and no courier has cash of the shop.'

export const byAge = 'Open amounts by age'
export const kind = 'What for'
export const kinds = { cod: 'Cash on delivery', awaited: 'Awaited', verify: 'To verify' } as const
export const kindText = {
  cod: 'with couriers or the shop’s own people',
  awaited: 'UPI, bank transfer or online payment',
  verify: 'customers say that they have paid',
} as const
export const age = (from: number, to: number | null) => (to === null ? `Over ${from - 1} days` : `${from}–${to} days`)
export const ageLabel = 'Age'
export const all = 'All'
export const show = (kind: string, age: string) => `Show ${kind}, ${age}`

export const courier = 'Courier'
export const ownDelivery = 'No courier'
export const search = 'Order number, name or phone'
export const order = 'Order'
export const customer = 'Customer'
export const phone = 'Phone'
export const since = 'Open since'
export const amount = 'Still open'
export const total = 'Order total'
export const status = 'Status'
export const payment = 'Payment'
export const tracking = 'Tracking number'
export const reference = 'Reference'
export const days = 'Days'
export const named = (number: string) => `order ${number}`
export const record = 'Record payment'
export const recordMany = 'Cash is here'
export const recordManyTitle = (orders: number) => (orders === 1 ? 'Is the cash of this order here?' : `Is the cash of these ${orders} orders here?`)
export const recordManyText = (amount: string) => `${amount} is recorded as received in cash today.`
export const recordManyButton = (amount: string) => `Record ${amount}`
export const recorded = (orders: number) => (orders === 1 ? 'Payment recorded' : `${orders} payments recorded`)
export const notAll = (failed: number, all: number) => `${failed} of ${all} could not be recorded: they were changed or paid in the meantime.`
export const onlyCash = 'Choose orders with cash on delivery. Other payments are recorded one by one, with their reference.'
export const ofTotal = (total: string) => `of ${total}`
export const notNow = 'Not now'
export const remittances = 'Remittances'
export const bookRemittance = 'Book a remittance'
