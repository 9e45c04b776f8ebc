/** The menu beside every page of the settings. */

export const menu = 'Settings'
export const items = {
  store: 'Store',
  gst: 'GST and prices',
  delivery: 'Delivery',
  payment: 'Payment',
  numbers: 'Invoice numbering',
  mail: 'Email',
  messages: 'Messages',
  pages: 'Legal pages',
  people: 'Staff and roles',
  demo: 'Demo mode',
  history: 'History',
}
