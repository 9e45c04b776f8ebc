/**
 * Tables whose rows the shop brings, or an owner writes one by one: a scan of one takes no time. Every other table counts as growing
 * with orders, customers, products or visits.
 */
export const SMALL: ReadonlySet<string> = new Set([
  'private.api_keys',
  'private.delivery_pins',
  'private.document_storage',
  'private.former_mail_setups',
  'private.hook_calls',
  'private.jobs',
  'private.limits',
  'private.logo_files',
  'private.mail_setup',
  'private.order_number_secret',
  'private.phone_code_secret',
  'private.razorpay_keys',
  'private.role_permissions',
  'private.serial_counters',
  'private.staff_invites',
  'private.staff_security',
  'private.webhook_endpoints',
  'public.banner_images',
  'public.categories',
  'public.consent_notices',
  'public.delivery_rates',
  'public.discounts',
  'public.message_texts',
  'public.order_steps',
  'public.own_pages',
  'public.page_texts',
  'public.payment_steps',
  'public.serial_series',
  'public.settings',
  'public.tally_ledgers',
  'public.user_roles',
  'storage.buckets',
])

export const isGrowing = (table: string): boolean => !SMALL.has(table)
