/** /admin/settings */

export const title = 'Settings'
export const dashboard = 'Dashboard'
export const failed = 'The settings could not be read'
export const failedText = 'Nothing was changed.'
export const saved = 'Settings saved'
export const savedText = 'The shop follows within a minute.'
export const notSaved = 'The settings were not saved. What you typed is still here.'

// The shop
export const shop = 'The shop'
export const shopHint = 'On every page, mail and invoice. Names, address, GSTIN and UPI address ask for your password.'
export const shopOwnersHint = 'On every page, mail and invoice. Only an owner changes names, address and GSTIN.'
export const labels = {
  store_name: 'Store name',
  legal_name: 'Legal name',
  address: 'Address',
  city: 'City',
  state_code: 'State',
  pincode: 'PIN code',
  other_addresses: 'Other addresses',
  gstin: 'GSTIN',
  email: 'E-mail',
  phone: 'Phone',
  whatsapp: 'WhatsApp number',
  founded_year: 'Founded in',
  hours: 'Opening hours',
  social: 'Social links',
  grievance_name: 'Name',
  grievance_email: 'E-mail of the officer',
  grievance_phone: 'Phone of the officer',
  prices_include_gst: 'Prices include GST',
  forced_gst_percent: 'One GST rate for all products, percent',
  show_gst_breakdown: 'Show the GST within the price on the product page',
  turnover_above_5_crore: 'Turnover above ₹5 crore in the last year',
  free_delivery_from: 'Free delivery from, rupees',
  delivery_charge: 'Delivery otherwise, rupees',
  dispatch_days: 'Orders leave after, working days',
  transit_home_min: 'Own State, least days',
  transit_home_max: 'Own State, most days',
  transit_other_min: 'Other States, least days',
  transit_other_max: 'Other States, most days',
  transit_remote_min: 'Remote regions, least days',
  transit_remote_max: 'Remote regions, most days',
  dispatch_holidays: 'Days on which nothing leaves',
  cod_enabled: 'Cash on delivery',
  upi_vpa: 'UPI address',
  upi_unpaid_hours: 'Unpaid UPI orders are cancelled after, hours',
  razorpay_enabled: 'Razorpay: cards, UPI apps, net banking',
  razorpay_unpaid_minutes: 'Unpaid Razorpay orders are cancelled after, minutes',
  demo_mode: 'Demo mode',
} as const
export const gstinHint = 'Invoices carry it; its first two digits are the State.'
export const whatsAppHint = 'A mobile number. Customers can then write from product and order pages.'
export const legalNameHint = 'As it is registered; invoices carry it.'
export const otherAddressesHint = 'Branches and warehouses, one a line; on the contact page. Invoices carry the address above.'
export const hours = 'Opening hours'
export const opens = (days: string) => `${days} from`
export const closes = (days: string) => `${days} to`
export const hoursHint = 'Empty means closed.'
export const social = 'Social links'
export const networks = { instagram: 'Instagram', youtube: 'YouTube', facebook: 'Facebook', whatsapp: 'WhatsApp link' }
export const grievance = 'Grievance officer'
export const grievanceHint = 'The E-Commerce Rules ask for a name and a contact.'

// GST
export const gst = 'Prices and GST'
export const gstHint = 'Both switches check every product against its MRP again; what would exceed it is named and nothing is saved.'
export const pricesHint = 'Off only for a shop that sells to traders alone: GST then comes on top.'
export const forcedHint = 'Empty lets the rate of each product apply.'
export const turnoverHint = 'Invoices then need HSN codes of six digits and e-invoicing, which this shop does not do.'
export const noGstin =
  'Without a GSTIN the shop may not collect GST: nothing is charged on top of its prices or taken out of them, its papers are bills of supply, and the switches below wait for the registration.'

// Delivery and payment
export const delivery = 'Delivery'
export const deliveryHint = 'Product page, cart and order show the expected days for a PIN code.'
export const dispatchHint = 'Monday to Saturday, without the days below. 0: the same day.'
export const places = {
  home: { name: 'On the way within your own State, days', hint: '' },
  other: { name: 'To other States, days', hint: '' },
  remote: {
    name: 'To remote regions, days',
    hint: 'The North-East with Sikkim, Jammu and Kashmir, Ladakh, Andaman and Nicobar, Lakshadweep, army post.',
  },
}
export const atLeast = 'At least'
export const atMost = 'At most'
export const holidaysHint = 'One date a line, such as 08/11/2026. Sundays are left out already.'
export const payment = 'Payment'
export const paymentHint = 'Customers see only what is switched on and works.'
export const upiHint = 'Such as shringar@okhdfcbank. Empty: UPI is not offered.'
export const keysTitle = 'Razorpay keys'
export const keysText = 'They are kept by the server and never shown again. An empty field keeps what is there.'
export const keyId = 'Key id'
export const keySecret = 'Key secret'
export const webhookSecret = 'Webhook secret'
export const isSet = 'Set'
export const isNotSet = 'Not set yet'
export const webhook = 'Webhook address for Razorpay’s dashboard'
export const saveKeys = 'Save keys'
export const keysSaved = 'Razorpay keys saved'
export const keyWrong = 'This is no Razorpay key'
export const keysFailed = 'The keys were not saved'
export const leaked = 'The old secrets leaked: end them at once'
export const leakedHint = 'Otherwise they are accepted for two more days, because Razorpay repeats its messages under the old webhook secret.'
export const previousCounts = (moment: string) => `The previous secrets are still accepted until ${moment}.`
export const endPrevious = 'End them now'
export const previousEnded = 'The previous secrets are no longer accepted'
export const previousNotEnded = 'The previous secrets are still accepted: ending them failed. Please try again.'
export const keysFirst = 'Save the Razorpay keys first'

// Demo
export const demo = 'Demo'
export const demoHint = 'Sample notifications and a ticking shop, for trying out. Switch it off before the first real customer.'
export const leaveDemo = 'Leave demo mode with one rate for all?'
export const leaveDemoText = (percent: number, total: number) =>
  `All products are charged ${percent} % GST, but ${total === 1 ? 'one has' : `${total} have`} a lower legal rate:`
export const more = (count: number) => `and ${count} more`
export const leaveDemoButton = 'Leave demo mode'
export const percent = (percent: number) => `${percent} %`

// What is wrong
export const missing = 'This cannot be empty'
export const wrong = {
  pincode: 'A PIN code has six digits and does not begin with 0',
  gstin: 'This is no valid GSTIN',
  gstinState: 'The GSTIN belongs to another State',
  email: 'This is no e-mail address',
  year: 'A year between 1800 and 2200',
  percent: 'A percentage from 0 to 100',
  rupees: 'An amount in rupees',
  upi: 'A UPI address looks like name@bank',
  hours: 'A whole number of hours from 1 to 720',
  minutes: 'A whole number of minutes from 5 to 1440',
  time: 'Times look like 9:00, and both or none are given',
  link: 'A link begins with https://',
  whatsApp: 'An Indian mobile number: 10 digits that begin with 6, 7, 8 or 9',
  days: 'A whole number of days from 0 to 60',
  mostDays: 'Cannot be less than “At least”',
  holiday: (line: string) => `“${line}” is no date like 08/11/2026`,
  holidays: (most: number) => `Use at most ${most} dates`,
}
