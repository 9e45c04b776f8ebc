/** /admin/customers and one customer. */

export const title = 'Customers'
export const search = 'Name, company, phone, GSTIN'
export const searchWithEmail = 'Name, company, phone, GSTIN, e-mail'
export const customer = 'Customer'
export const noName = 'No name'
export const company = 'Company'
export const gstin = 'GSTIN'
export const phone = 'Phone'
export const email = 'E-mail'
export const phoneAndEmail = 'Phone, e-mail'
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
export const quiet = 'Gone quiet'
export const blockedOptions = { yes: 'Blocked', no: 'Not blocked' } as const
export const gstinOptions = { with: 'With GSTIN', without: 'Without GSTIN' } as const
export const ordered = 'Last order'
export const orderedOptions = {
  '30': 'Within 30 days',
  '90': 'Within 90 days',
  '365': 'Within a year',
  quiet: 'Not for 90 days',
  never: 'Never ordered',
} as const
export const sinceFilter = 'Customer since'
export const sinceOptions = { '30': 'Last 30 days', '90': 'Last 90 days', '365': 'Last year' } as const
export const none = 'No customers yet'
export const noneText = 'Whoever registers in the shop stands here.'

// export
export const blockedSince = 'Blocked since'

// one customer
export const failed = 'This customer could not be read.'
export const failedText = 'Nothing was changed.'
export const gone = 'There is no such customer'
export const goneText = 'The account may have been deleted by its owner. Its orders are kept as the law asks.'
export const back = 'Customers'
export const newOrder = 'New order'
export const figures = 'What this customer bought'
export const sales = 'Orders that count'
export const salesText = 'accepted or paid, not cancelled'
export const spentText = 'with delivery and GST'
export const average = 'Average order'
export const noneOrdered = 'No order yet'
export const lastText = 'whatever became of it'
export const customerSince = (day: string) => `customer since ${day}`
export const lastSignIn = (day: string) => `last sign-in ${day}`

export const orderHistory = 'Order history'
export const allOrders = 'In the list of orders'
export const number = 'Order'
export const orderNumber = (short: string) => `#${short}`
export const placed = 'Placed'
export const status = 'Status'
export const payment = 'Payment'
export const total = 'Total'
export const noOrders = 'No orders yet'
export const noOrdersText = 'Orders of this account will stand here, newest first.'

export const mostBought = 'Most bought'
export const nothingBought = 'Nothing that counts as a sale yet.'
export const unitsInOrders = (units: string, orders: string, one: boolean) => `${units} units in ${orders} ${one ? 'order' : 'orders'}`
export const deletedProduct = 'no longer in the catalogue'

// profile
export const profile = 'Profile'
export const edit = 'Edit'
export const editTitle = (name: string) => `Edit ${name}`
export const fullName = 'Full name'
export const nameOrCompany = 'Enter a name or a company.'
export const phoneWrong = 'Enter the number with 10 to 15 digits.'
export const save = 'Save'
export const saving = 'Saving…'
export const cancel = 'Cancel'
export const saved = (name: string) => `${name} saved`
export const notSaved = 'It was not saved. What you typed is kept.'
export const goneMeanwhile = 'This account was deleted meanwhile.'
export const whatsapp = 'WhatsApp'
export const call = (number: string) => `Call ${number}`
export const writeTo = (address: string) => `Write to ${address}`
export const notGiven = 'not given'

export const addresses = 'Addresses'
export const noAddresses = 'None saved.'
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
export const notesText = 'Admins see them here. The customer gets them with the export of her data, so write what she may read.'
export const note = 'Note'
export const addNote = 'Add note'
export const noteAdded = 'Note added'
export const noteSaved = 'Note saved'
export const noteFailed = 'The note was not saved. What you typed is kept.'
export const noteEmpty = 'Write something first.'
export const notesFailed = 'The notes could not be read.'
export const noNotes = 'No notes yet.'
export const editNote = (day: string) => `Edit note of ${day}`
export const deleteNote = (day: string) => `Delete note of ${day}`
export const deleteNoteTitle = 'Delete this note?'
export const deleteNoteText = (author: string, day: string) => `Written by ${author} on ${day}. It cannot be brought back.`
export const deleteNoteButton = 'Delete note'
export const remove = 'Delete'
export const noteGone = 'The note was deleted meanwhile.'
export const noteDeleted = 'Note deleted'
export const noteNotDeleted = 'It was not deleted: somebody was faster, or it is another admin’s note.'
export const noteBy = (author: string) => `by ${author}`
export const noteEdited = 'edited'
export const somebody = 'somebody'

// the door
export const block = 'Block…'
export const blockTitle = (name: string) => `Block ${name}?`
export const blockText =
  'The account is signed out everywhere at once and cannot sign in, order or fill its cart. Orders that are placed go on. It can be let in again.'
export const reason = 'Reason'
export const reasonHint = 'For the shop; the customer gets it with the export of her data.'
export const reasonNeeded = 'Say why.'
export const blockButton = 'Block'
export const blocking = 'Blocking…'
export const blockedToast = (name: string) => `${name} is blocked`
export const unblock = 'Unblock'
export const unblocked = (name: string) => `${name} may come in again`
export const blockFailed = 'Nothing was changed.'
export const blockedBanner = (day: string, by: string) => `Blocked since ${day} by ${by}`
export const staffHint = 'A member of the staff.'
export const peopleLink = 'Admins and roles'
