/** /admin/settings */
import type { TableRow } from '#supabase/database.ts'

/** A column without a label, or a label without a column, is a compile error. */
type Settings = TableRow<'settings'>
/** Set on the screens of the brand and of the home page. */
type OwnScreens =
  'logo' | 'logo_dark' | 'accent' | 'second_colour' | 'home' | 'footer_text' | 'announcement' | 'announcement_link' | 'announcement_from' | 'announcement_until'

export const title = 'Settings'
export const dashboard = 'Dashboard'
export const failed = 'The settings could not be loaded'
export const failedText = 'Nothing was changed.'
export const saved = 'Settings saved'
export const savedText = 'Live in the shop within a minute.'
export const notSaved = 'The settings were not saved. Your changes are still here.'

// The shop
export const shop = 'The shop'
export const shopHint = 'Shown on every page, email and invoice. Changing names, address, GSTIN or UPI address asks for your password.'
export const shopOwnersHint = 'Shown on every page, email and invoice. Only an owner can change names, address and GSTIN.'
export const labels = {
  store_name: 'Store name',
  legal_name: 'Legal name',
  address: 'Address',
  city: 'City',
  state_code: 'State',
  pincode: 'PIN code',
  other_addresses: 'Other addresses',
  gstin: 'GSTIN',
  email: 'Email',
  phone: 'Phone',
  whatsapp: 'WhatsApp number',
  founded_year: 'Founded in',
  hours: 'Opening hours',
  social: 'Social links',
  grievance_name: 'Name',
  grievance_email: 'Email of the officer',
  grievance_phone: 'Phone of the officer',
  prices_include_gst: 'Prices include GST',
  forced_gst_percent: 'One GST rate for all products, %',
  show_gst_breakdown: 'Show the included GST on the product page',
  turnover_above_5_crore: 'Turnover above ₹5 crore in the last year',
  invoice_per_parcel: 'An invoice for each parcel',
  free_delivery_from: 'Free delivery from, ₹',
  delivery_charge: 'Delivery charge below that, ₹',
  dispatch_days: 'Orders ship after, working days',
  return_days: 'Customers may ask for a return for, days',
  transit_home_min: 'Own State, minimum days',
  transit_home_max: 'Own State, maximum days',
  transit_other_min: 'Other States, minimum days',
  transit_other_max: 'Other States, maximum days',
  transit_remote_min: 'Remote regions, minimum days',
  transit_remote_max: 'Remote regions, maximum days',
  dispatch_holidays: 'Days without dispatch',
  cod_enabled: 'Cash on delivery',
  upi_vpa: 'UPI address',
  upi_unpaid_hours: 'Unpaid UPI orders are cancelled after, hours',
  razorpay_enabled: 'Razorpay: cards, UPI apps, net banking',
  razorpay_unpaid_minutes: 'Unpaid Razorpay orders are cancelled after, minutes',
  demo_mode: 'Demo mode',
  is_open: 'Open to the public',
} as const satisfies Record<Exclude<keyof Settings, 'id' | 'version' | 'updated_at' | 'delivery_varies' | OwnScreens>, string>
export const foundedYearHint = 'Leave it empty to state no year anywhere.'
export const gstinHint = 'Printed on invoices. The first two digits are the State.'
export const whatsAppHint = 'A mobile number. Customers can then message you from product and order pages.'
export const legalNameHint = 'As registered. Printed on invoices.'
export const otherAddressesHint = 'Branches and warehouses, one per line. Shown on the contact page; invoices use the address above.'
export const hours = 'Opening hours'
export const opens = (days: string) => `${days} from`
export const closes = (days: string) => `${days} to`
export const hoursHint = 'Leave empty for closed.'
export const social = 'Social links'
export const networks = { instagram: 'Instagram', youtube: 'YouTube', facebook: 'Facebook', whatsapp: 'WhatsApp link' }
export const grievance = 'Grievance officer'
export const grievanceHint = 'The E-Commerce Rules require a name and a contact.'

// GST
export const gst = 'Prices and GST'
export const gstHint = 'Changing either switch checks every product against its MRP. If any would exceed it, they are listed and nothing is saved.'
export const pricesHint = 'Switch off only if you sell to businesses alone: GST is then added on top.'
export const forcedHint = 'Leave empty to use each product’s own rate.'
export const perParcelHint =
  'Of new orders, each parcel gets an invoice of its own when it is packed. Off: accepting an order issues one invoice for all of it.'
export const turnoverHint = 'Invoices to registered buyers then need six-digit HSN codes and an IRN: see Sales Analytics, E-invoices.'
export const noGstin =
  'Without a GSTIN the shop may not collect GST: no GST is charged, its documents are bills of supply, and the switches below have no effect until you register.'

// Delivery and payment
export const delivery = 'Delivery'
export const deliveryHint = 'Product page, cart and order show the expected days for a PIN code.'
export const returnDaysHint = 'After the delivery. 0: only staff book returns.'
export const dispatchHint = 'Monday to Saturday, except the days below. 0 means the same day.'
export const places = {
  home: { name: 'Delivery within your own State, days', hint: '' },
  other: { name: 'Delivery to other States, days', hint: '' },
  remote: {
    name: 'Delivery to remote regions, days',
    hint: 'The North-East with Sikkim, Jammu and Kashmir, Ladakh, Andaman and Nicobar, Lakshadweep, army post.',
  },
}
export const atLeast = 'At least'
export const atMost = 'At most'
export const holidaysHint = 'One date per line, such as 08/11/2026. Sundays are already excluded.'
export const payment = 'Payment'
export const paymentHint = 'Customers see only payment methods that are switched on and set up.'
export const upiHint = 'Such as shringar@okhdfcbank. Leave empty to switch UPI off.'
export const keysTitle = 'Razorpay keys'
export const keysText = 'Stored on the server and never shown again. An empty field keeps the saved value.'
export const keyId = 'Key id'
export const keySecret = 'Key secret'
export const webhookSecret = 'Webhook secret'
export const isSet = 'Set'
export const isNotSet = 'Not set yet'
export const webhook = 'Webhook address for Razorpay’s dashboard'
export const saveKeys = 'Save keys'
export const keysSaved = 'Razorpay keys saved'
export const keyWrong = 'Not a valid Razorpay key'
export const keysFailed = 'The keys were not saved'
export const leaked = 'The old secrets have leaked: revoke them at once'
export const leakedHint = 'Otherwise they are accepted for two more days, because Razorpay retries webhooks with the old secret.'
export const previousCounts = (moment: string) => `The previous secrets are still accepted until ${moment}.`
export const endPrevious = 'Revoke now'
export const previousEnded = 'The previous secrets are no longer accepted'
export const previousNotEnded = 'Revoking failed: the previous secrets are still accepted. Please try again.'
export const keysFirst = 'Save the Razorpay keys first'

// Demo
export const demo = 'Demo'
export const demoHint =
  'Sample notifications and orders for trying things out. Before the first real customer, remove the demo below this form; switching this off keeps its products, orders and numbers.'
export const leaveDemo = 'Leave demo mode with one rate for all?'
export const leaveDemoText = (percent: number, total: number) =>
  `All products are charged ${percent}% GST, but ${total === 1 ? 'one has' : `${total} have`} a lower legal rate:`
export const more = (count: number) => `and ${count} more`
export const leaveDemoKeeps = 'Products, customers, orders and invoice numbers of the demo stay. “Remove the demo” below this form takes them away.'
export const leaveDemoButton = 'Leave demo mode'
export const percent = (percent: number) => `${percent}%`

// Errors
export const missing = 'This cannot be empty'
export const wrong = {
  pincode: 'Enter a PIN code: six digits, not starting with 0',
  gstin: 'Invalid GSTIN',
  gstinState: 'The GSTIN belongs to another State',
  email: 'Enter a valid email address',
  year: 'Enter a year between 1800 and 2200',
  percent: 'Enter a percentage from 0 to 100',
  rupees: 'Enter an amount in rupees',
  upi: 'Enter a UPI address, such as name@bank',
  hours: 'Enter a whole number of hours from 1 to 720',
  minutes: 'Enter a whole number of minutes from 5 to 1440',
  time: 'Enter both times, such as 9:00, or leave both empty',
  link: 'A link must start with https://',
  whatsApp: 'Enter an Indian mobile number: 10 digits starting with 6, 7, 8 or 9',
  days: 'Enter a whole number of days from 0 to 60',
  returnDays: 'Enter a whole number of days from 0 to 365',
  mostDays: 'Cannot be less than “At least”',
  holiday: (line: string) => `“${line}” is not a date such as 08/11/2026`,
  holidays: (most: number) => `Use at most ${most} dates`,
}
