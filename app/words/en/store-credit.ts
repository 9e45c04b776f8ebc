/** Store credit: what the customer and staff read. */

export const storeCredit = 'Store credit'
export const kinds: Record<string, string> = { refund: 'From an order', order: 'Paid an order', staff: 'From the shop' }
export const ofOrder = (kind: string, number: string) => `${kind}, #${number}`
export const signed = (amount: string, plus: boolean) => `${plus ? '+' : '−'}${amount}`

// the customer
export const spendIt = 'You can pay your next order with it at the checkout.'
export const spent = 'It is all spent.'
export const entries = 'Where it came from'

// staff
export const none = 'No store credit'
export const change = 'Change…'
export const changeTitle = (name: string) => `Store credit of ${name}`
export const changeText = (balance: string) => `${balance} now. The customer is notified, and reads the reason.`
export const give = 'Give'
export const take = 'Take'
export const what = 'What to do'
export const takeHint = 'Take only what you have paid out, or gave by mistake.'
export const amount = 'Amount, ₹'
export const reason = 'Reason for the customer'
export const enterAmount = 'Enter an amount such as 49.50.'
export const enterReason = 'Enter a reason.'
export const save = 'Save'
export const saving = 'Saving…'
export const notNow = 'Not now'
export const saved = (balance: string) => `The store credit is now ${balance}`
export const notSaved = 'Nothing was saved. Please try again.'
export const notAsShown = (balance: string) =>
  `The store credit is ${balance} now: this was saved before, or someone else changed it. Save again only if it is still right.`
export const notRead = 'The store credit could not be loaded.'
export const refused = {
  CREDIT_TOO_SMALL: 'The customer has less store credit than that.',
  INVALID_AMOUNT: 'Enter an amount of at most ₹10,00,000.',
  REASON_REQUIRED: 'Enter a reason.',
  GONE: 'This account no longer exists.',
} as const
