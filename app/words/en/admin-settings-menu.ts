/** The menu beside every page of the settings. */

export const menu = 'Settings'
export const items = {
  store: 'Store',
  brand: 'Logo and colours',
  home: 'Home page',
  gst: 'GST and prices',
  delivery: 'Delivery',
  deliveryRates: 'Delivery rates',
  payment: 'Payment',
  opening: 'Opening',
  numbers: 'Invoice numbering',
  mail: 'Email',
  messages: 'Messages',
  pages: 'Legal pages',
  ownPages: 'Pages',
  people: 'Staff and roles',
  apiKeys: 'API keys',
  webhooks: 'Webhooks',
  health: 'Health',
  demo: 'Demo mode',
  history: 'History',
}
