import { expect, test } from 'vitest'
import { neededFor } from './screen-permissions.ts'

test.each([
  ['/admin', 'panel'],
  ['/admin/nowhere', 'panel'],
  ['/admin/orders?status=pending', 'orders.read'],
  ['/admin/orders/2f1c', 'orders.read'],
  ['/admin/orders/create', 'orders.create'],
  ['/admin/products/import', 'catalogue.write'],
  ['/admin/products/expiry', 'catalogue.write'],
  ['/admin/products/import/pictures', 'catalogue.write'],
  ['/admin/settings#gst', 'settings.write'],
  ['/admin/settings/messages/mail_signup', 'settings.write'],
  ['/admin/settings/mail', 'owner.settings'],
  ['/admin/settings/people', 'staff.manage'],
  ['/admin/sales-analytics?view=accounts', 'analytics.read'],
  ['/admin/sales-analytics/ledgers', 'gst.read'],
  ['/admin/audit-log?area=settings', 'audit.read'],
])('%s needs %s', (to, permission) => expect(neededFor(to)).toBe(permission))
