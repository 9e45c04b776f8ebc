/** Functions that clients call after an order was placed, each with the permission it asks for: permissions.test.ts calls them as every role. */
import type { Permission } from '#domain/shop/staff.ts'
import { ORDER } from '../scenario.ts'

export const AFTER_ORDER: [Permission, string][] = [
  ['orders.read', `public.return_counts()`],
  ['orders.process', `public.create_shipment('${ORDER}', 1)`],
  ['orders.process', `public.dispatch_shipment('${ORDER}', 1)`],
  ['orders.process', `public.correct_shipment('${ORDER}', 1)`],
  ['orders.process', `public.deliver_shipment('${ORDER}', 1)`],
  ['orders.process', `public.set_eway_bill('${ORDER}', 1, '331000123456')`],
  ['orders.process', `public.unpack_shipment('${ORDER}', 1)`],
  ['orders.process', `public.receive_shipment('${ORDER}', 1)`],
  ['orders.process', `public.cancel_rest('${ORDER}', 1, 'x')`],
  ['orders.process', `public.book_undelivered('${ORDER}', 1, 'x')`],
  ['orders.process', `public.book_return('${ORDER}', '[]', 'other')`],
  ['orders.process', `public.approve_return('${ORDER}', 1)`],
  ['orders.process', `public.decline_return('${ORDER}', 1, 'x')`],
  ['orders.process', `public.receive_return('${ORDER}', 1, '[]')`],
  ['orders.process', `public.close_return('${ORDER}', 1)`],
  ['payments.manage', `public.start_refund('${ORDER}', 1, 'x', 1)`],
  ['payments.manage', `public.settle_refund('${ORDER}', 'cash', null, 1)`],
  ['payments.manage', `public.withdraw_refund('${ORDER}', 1)`],
  ['payments.manage', `public.change_store_credit('${ORDER}', 1, 'x')`],
  ['customers.write', `public.create_phone_code('${ORDER}')`],
  ['marketing.write', `public.announce_discount('${ORDER}')`],
  ['settings.write', "public.set_serial_series('tax_invoice', 'INV', 6, 1)"],
]

/** Functions that refuse nobody: for people without the permission they answer with less, or with nothing. `deliver_paid` asks for two permissions: money-to-collect.test.ts. */
export const OPEN_TO_OTHERS = [
  'auth_emails',
  'deliver_paid',
  'exchange_choices',
  'has_role',
  'list_products',
  'match_order_lines',
  'may',
  'my_permissions',
  'near_order_lines',
  'order_money',
  'product_facets',
  'product_values',
  'return_photo',
  'return_photo_ids',
  'returnable',
  'row_history',
  'search_products',
  'sees_shop',
  'sitemap_parts',
  'stock_history',
  'suggest_products',
]
