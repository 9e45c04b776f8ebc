/** /admin/settings/opening: whether the shop is open to the public. */

export const title = 'Opening'
export const isOpen = 'The shop is open.'
export const isOpenText = 'Everyone sees it, and customers can order.'
export const isClosed = 'The shop is closed to the public.'
export const isClosedText = 'Visitors read “Opening soon”. Staff who are signed in see the shop as it will be.'
export const ownersOnly = 'An owner opens and closes it.'
export const seeShop = 'See the shop'
export const open = 'Open the shop'
export const openTitle = (store: string) => `Open ${store} to the public?`
export const openText = 'Everyone sees the shop at once, search engines may list it, and customers can order.'
export const opened = 'The shop is open.'
export const close = 'Close the shop'
export const closeTitle = (store: string) => `Close ${store} to the public?`
export const closeText = 'Visitors read “Opening soon” at once, and customers cannot order.'
export const closeStays =
  'Carts and orders stay as they are. Open orders are still to be packed and paid, customers reach their account and their invoices, and staff can enter manual orders.'
export const closed = 'The shop is closed to the public.'
export const cancel = 'Cancel'
export const failed = 'Nothing was changed. Please try again.'

export const checklist = 'Before the shop opens'
export const checklistFailed = 'The checklist did not load.'
export const countDone = (done: number, all: number) => `${done} of ${all} done`
export const states = { done: 'Done', missing: 'Missing', check: 'Please check' } as const
export const needed = { open: 'needed to open', law: 'required by law' } as const
export const neededFirst = (names: string) => `Needed before it opens: ${names}.`
export const lawMissing = (names: string) => `Required by law as soon as customers order, and still missing: ${names}.`
export const stillMissing = (names: string) => `Still missing: ${names}.`
export const items = {
  company: 'Company and address',
  gstin: 'GSTIN',
  logo: 'Logo',
  products: 'First products',
  delivery: 'Delivery',
  payment: 'Payment',
  mail: 'Mail server',
  officer: 'Grievance officer',
  pages: 'Legal pages',
  staff: 'Staff',
  order: 'Test order',
} as const
export const companyFacts = { address: 'address', city: 'city', pincode: 'PIN code', email: 'email', phone: 'phone' } as const
export const companyDone = 'Address, email and phone are on every page and invoice.'
export const companyMissing = (names: string) => `Missing: ${names}.`
export const noGstin = 'Not registered: no GST is charged. Enter the GSTIN if the shop has one.'
export const logoDone = 'Shown on pages, mails and invoices.'
export const logoCheck = 'Without a logo, the store’s name is shown.'
export const productsDone = (count: number) => (count === 1 ? '1 active product' : count >= 1000 ? '1,000 or more active products' : `${count} active products`)
export const productsMissing = 'No active product yet. Add one, or import a list.'
export const delivery = (charge: string, from: string, preset: boolean) =>
  `${charge}, free from ${from}.${preset ? ' These are the values of a new shop: are they yours?' : ''}`
export const methods = { cod: 'Cash on delivery', upi: 'UPI', razorpay: 'Razorpay' } as const
export const paymentMissing = 'No payment method is switched on.'
export const mailDone = 'Customers get their mails.'
export const mailMissing = 'Mails are only written to files. Set up a mail server, so that customers get them.'
export const officerDone = 'Named on the contact page.'
export const officerMissing = 'Customers must be able to complain to a named person. Enter name and email or phone under Settings.'
export const pagesDone = (count: number) => (count === 1 ? '1 page has your own text.' : `${count} pages have your own text.`)
export const pagesCheck = 'Every page has a text of its own already. Read them, and replace what does not fit.'
export const staffDone = (count: number) => `${count} people, with invitations`
export const staffCheck = 'You work alone. Invite others if they help.'
export const orderDone = 'There is an order.'
export const orderMissing = 'Order something as a customer would, to see the mails and the invoice. You can cancel it afterwards.'
