/** What each role may do, as docs/permissions.md says it; a test holds the two together, and the database's tests hold the page. */

export type Permission = { what: string; admin: string; superAdmin: string }
const row = (what: string, admin: string, superAdmin = admin): Permission => ({ what, admin, superAdmin })

export const permissions: readonly Permission[] = [
  row('Enter /admin', 'yes'),
  row('Dashboard, command palette', 'yes'),
  row('Sales analytics, stock cover, GST return and its documents', 'yes'),
  row('Products, pictures, categories, banners, discounts: read, add, change, delete', 'yes'),
  row('Products: import a price list, change many at once', 'yes'),
  row('Orders: read all, move by the allowed steps, courier, tracking', 'yes'),
  row('Orders: amounts, address, buyer, payment state; delete', 'no'),
  row('Cancel without a reason', 'no'),
  row('Orders written down for a customer: price, make (stock never below zero, never above MRP)', 'yes'),
  row('Notes of an order: read, write / correct, delete one’s own for a day / others’', 'yes / yes / no'),
  row('Papers of many orders in one file', 'yes'),
  row('Payments: settle (state, bank reference)', 'yes'),
  row('Invoices and credit notes: read', 'yes'),
  row('Stock movements: read / write by hand', 'yes / no'),
  row('Customers’ profiles, figures, addresses, consents: read', 'yes'),
  row('Customers’ profiles: change', 'yes'),
  row('Customers’ carts and notifications: read', 'no'),
  row('Notes on customers: read, add', 'yes'),
  row('Notes on customers: change / delete', 'one’s own / one’s own', 'one’s own / any'),
  row('Customers: block, unblock', 'yes'),
  row('Admins: block, unblock', 'no', 'yes, but not oneself'),
  row('Auth e-mails of customers', 'no (the list shows none)', 'yes'),
  row('Complaints: read, answer, close / change words, delete', 'yes / no'),
  row('Mails not sent: see to whom and why, send again / read their content', 'yes / no'),
  row('Settings: read, change', 'yes'),
  row('Series of numbers: see, rename / renumber, delete', 'yes / no'),
  row('Mail server and payment keys: set / read a password or secret', 'yes / no'),
  row('Words of messages and legal pages: write, take back', 'yes'),
  row('Roles: see', 'yes'),
  row('Roles: grant, take away', 'no', 'yes, with the password again, but not the last super_admin’s'),
  row('Audit log and a row’s history: read', 'yes'),
  row('Audit log: write, change, delete', 'no', 'no (nor the server’s own key)'),
]
