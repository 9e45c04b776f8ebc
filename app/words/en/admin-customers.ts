/** /admin/customers and one customer. */

import { formatOrderNumber, shortOrderId } from '#domain/orders/order-number.ts'

export const title = 'Customers'
export const search = 'Name, company, phone, GSTIN'
export const searchWithEmail = 'Name, company, phone, GSTIN, email'
export const customer = 'Customer'
export const noName = 'No name'
export const company = 'Company'
export const gstin = 'GSTIN'
export const phone = 'Phone'
export const email = 'Email'
export const phoneAndEmail = 'Phone, email'
export const state = 'State'
export const orders = 'Orders'
export const spent = 'Spent'
export const lastOrder = 'Last order'
export const since = 'Since'
export const staff = 'Staff'
export const blocked = 'Blocked'
export const never = 'Never'
export const named = (name: string) => `customer ${name}`

// views and filters
export const all = 'All'
export const best = 'Best customers'
export const registered = 'With GSTIN'
export const quiet = 'Inactive'
export const blockedOptions = { yes: 'Blocked', no: 'Not blocked' } as const
export const gstinOptions = { with: 'With GSTIN', without: 'Without GSTIN' } as const
export const ordered = 'Last order'
export const orderedOptions = {
  '30': 'Within 30 days',
  '90': 'Within 90 days',
  '365': 'Within a year',
  quiet: 'Not in the last 90 days',
  never: 'Never ordered',
} as const
export const sinceFilter = 'Customer since'
export const sinceOptions = { '30': 'Last 30 days', '90': 'Last 90 days', '365': 'Last year' } as const
export const none = 'No customers yet'
export const noneText = 'Customers appear here when they register, or when you enter their first order.'
export const account = 'Account'
export const accountOptions = { with: 'With an account', without: 'Without an account' } as const
export const noAccount = 'No account'
export const withoutAccount = 'Without an account'
export const yes = 'yes'
export const no = 'no'

// export
export const blockedSince = 'Blocked since'

// one customer
export const failed = 'This customer could not be loaded.'
export const failedText = 'Nothing was changed.'
export const gone = 'Customer not found'
export const goneText = 'The customer may have deleted the account. Its orders are kept as the law requires.'
export const back = 'Customers'
export const newOrder = 'New order'
export const figures = 'What this customer bought'
export const sales = 'Completed orders'
export const salesText = 'accepted or paid, not cancelled'
export const spentText = 'with delivery and GST'
export const average = 'Average order'
export const noneOrdered = 'No order yet'
export const lastText = 'any status'
export const customerSince = (day: string) => `customer since ${day}`
export const lastSignIn = (day: string) => `last sign-in ${day}`

export const orderHistory = 'Order history'
export const allOrders = 'All orders of this customer'
export const number = 'Order'
export const orderNumber = (order: { id: string; order_number: number }) => `${shortOrderId(order.id)} · ${formatOrderNumber(order.order_number)}`
export const placed = 'Placed'
export const status = 'Status'
export const payment = 'Payment'
export const total = 'Total'
export const noOrders = 'No orders yet'
export const noOrdersText = 'Orders of this customer appear here, newest first.'

export const mostBought = 'Most bought'
export const nothingBought = 'No sales yet.'
export const unitsInOrders = (units: string, orders: string, one: boolean) => `${units} units in ${orders} ${one ? 'order' : 'orders'}`
export const deletedProduct = 'no longer in the catalogue'

// profile
export const profile = 'Profile'
export const edit = 'Edit'
export const editTitle = (name: string) => `Edit ${name}`
export const fullName = 'Full name'
export const nameOrCompany = 'Enter a name or a company.'
export const phoneWrong = 'Enter a phone number with 10 to 15 digits.'
export const save = 'Save'
export const saving = 'Saving…'
export const cancel = 'Cancel'
export const saved = (name: string) => `${name} saved`
export const notSaved = 'Not saved. Your changes are still here.'
export const accountGone = 'This account has been deleted.'
export const whatsapp = 'WhatsApp'
export const call = (number: string) => `Call ${number}`
export const writeTo = (address: string) => `Write to ${address}`
export const notGiven = 'not given'
export const fromOrders = 'from orders'
export const contact = 'Contact'
export const guestText =
  'Ordered by telephone or at the counter. An account with the email address of these orders takes them over once the address is confirmed; any account with a code that you give the customer.'

export const addresses = 'Addresses'
export const noAddresses = 'None saved.'
export const orderedAddresses = 'From orders'
export const byDefault = 'default'

export const consents = 'Consents'
export const consentPurposes = { account: 'Account notice', offers: 'Offers' } as const
export const consentStates = {
  account: { yes: 'shown', no: 'not shown' },
  offers: { yes: 'agreed', no: 'withdrawn' },
} as const
export const noConsents = 'No answer on record.'
export const onDay = (day: string) => `on ${day}`

export const complaints = 'Complaints'
export const noComplaints = 'None.'

// notes
export const notes = 'Notes'
export const notesText = 'For staff. The customer can request these notes with their data, so keep them professional.'
export const note = 'Note'
export const addNote = 'Add note'
export const noteAdded = 'Note added'
export const noteSaved = 'Note saved'
export const noteFailed = 'The note was not saved. Your text is still here.'
export const noteEmpty = 'Enter a note.'
export const notesFailed = 'The notes could not be loaded.'
export const noNotes = 'No notes yet.'
export const editNote = (day: string) => `Edit note of ${day}`
export const deleteNote = (day: string) => `Delete note of ${day}`
export const deleteNoteTitle = 'Delete this note?'
export const deleteNoteText = (author: string, day: string) => `Written by ${author} on ${day}. This cannot be undone.`
export const deleteNoteButton = 'Delete note'
export const remove = 'Delete'
export const noteGone = 'The note has been deleted.'
export const noteDeleted = 'Note deleted'
export const noteNotDeleted = 'The note was not deleted. It may already be gone, or it belongs to another admin.'
export const noteBy = (author: string) => `by ${author}`
export const noteEdited = 'edited'
export const someone = 'someone'

// blocking
export const block = 'Block…'
export const blockTitle = (name: string) => `Block ${name}?`
export const blockText =
  'The account is signed out everywhere at once and can’t sign in, order or use its cart. Existing orders continue. You can unblock it later.'
export const reason = 'Reason'
export const reasonHint = 'For staff. The customer can request it with their data.'
export const reasonNeeded = 'Enter a reason.'
export const blockButton = 'Block'
export const blocking = 'Blocking…'
export const blockedToast = (name: string) => `${name} is blocked`
export const unblock = 'Unblock'
export const unblocked = (name: string) => `${name} is unblocked`
export const blockFailed = 'Nothing was changed.'
export const blockedBanner = (day: string, by: string) => `Blocked since ${day} by ${by}`
export const staffHint = 'This person is staff.'
export const peopleLink = 'Admins and roles'
