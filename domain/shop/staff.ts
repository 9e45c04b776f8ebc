/** The staff roles and the purpose of each permission. Only the database knows which role has which permission (private.role_permissions). */
export const ROLES = ['owner', 'manager', 'catalogue', 'orders', 'accounts'] as const
export type Role = (typeof ROLES)[number]

export const ROLE_NAMES: Record<Role, string> = { owner: 'Owner', manager: 'Manager', catalogue: 'Catalogue', orders: 'Orders', accounts: 'Accounts' }

export const PERMISSIONS = {
  panel: 'Enter the back office and see the dashboard',
  'orders.read': 'Read orders with their history, and print their documents',
  'orders.process': 'Accept, ship, deliver and cancel orders, and write notes on them',
  'orders.create': 'Create orders for customers by phone and at the counter',
  'payments.manage': 'Verify payments, book refunds and settle unmatched payments',
  'gst.read': 'Read the GST summary, the issued documents and GSTR-1',
  'gst.write': 'Enter IRNs and acknowledgements of e-invoices, and their cancellation',
  'analytics.read': 'See revenue and all other figures',
  'catalogue.write': 'Add, change, import and delete products, pictures, stock and categories',
  'costs.read': 'See what products cost the shop, and their margins',
  'marketing.write': 'Change banners, coupons and offers',
  'customers.read': 'Read customers with their figures, addresses and consents',
  'customers.write': 'Change, block and write notes on customers',
  'customers.emails': 'See the email addresses that customers sign in with',
  'complaints.write': 'Read and answer complaints',
  'mails.read': 'See mails that could not be sent, and send them again',
  'settings.write': 'Change ordinary settings, number series, messages and legal pages',
  'audit.read': 'Read the audit log and the history of every record',
  'owner.settings': 'Change the mail server, payment keys, UPI address and legal identity',
  'staff.manage': 'Invite and remove staff, change their roles, and create API keys',
} as const
export type Permission = keyof typeof PERMISSIONS

export const isRole = (value: unknown): value is Role => ROLES.some((role) => role === value)
export const isPermission = (value: unknown): value is Permission => typeof value === 'string' && Object.hasOwn(PERMISSIONS, value)
