/** What functions return about the shop's settings. */
import type { DeliveryRow } from '#domain/delivery/zones.ts'
import type { KeyRole } from '#domain/shop/api-keys.ts'
import type { Problem } from '#domain/shop/health.ts'
import type { Rows } from './rows.ts'

export type Security = 'tls' | 'starttls' | 'none'

export type MailSetup = {
  /** null: the shop has no mail server of its own */
  host: string | null
  port: number | null
  security: Security | null
  username: string | null
  password_set: boolean
  from_name: string | null
  from_address: string | null
  reply_to: string | null
  /** what the shop was started with: SMTP_URL, or nothing, which means the outbox */
  environment: 'smtp' | 'outbox'
  environment_host: string | null
  version: number
  changed_at: string | null
}

export type TestResult = { status: 'queued' | 'sent' | 'failed'; recipient: string; error: string | null }

export type RazorpaySetup = {
  key_id: string | null
  key_secret_set: boolean
  webhook_secret_set: boolean
  changed_at: string | null
  /** until when the previous secrets are valid too; null: they are not */ previous_until: string | null
}

/** The newest backups of this deployment; null: there was none. */
export type BackupState = {
  scheduled: boolean
  every_hours: number | null
  last_good_at: string | null
  last_good_bytes: number | null
  /** files that the store had lost before */
  last_good_missing: number | null
  last_failed_at: string | null
  last_failure: string | null
  /** the newest one failed */
  failing: boolean
  /** the next one should have ended */
  overdue: boolean
}
/** Urgent problems first. `since`: ISO; null: it was not there at the last check, which is less than a minute ago. */
export type ShopHealth = {
  as_of: string
  problems: (Problem & { urgent: boolean; since: string | null })[]
  backup: BackupState
  /** measured within the last hour */
  disks: { server: string; free_bytes: number; total_bytes: number }[]
}

/** `address`: without its query. Counts end at 10,000. */
export type WebhookSetup = { address: string; active: boolean; failing_since: string | null; switched_off_at: string | null; queued: number; parked: number }

/** `check`: it works as it is, and the owner decides. `needed` open: the shop does not open without it; law: it must be there when customers order. */
type Item<Key extends string, Facts = object> = { key: Key; state: 'done' | 'missing' | 'check'; needed: 'open' | 'law' | null; facts: Facts }
/** What a shop needs before it opens, in this order. Amounts in rupees. */
export type OpeningItem =
  | Item<'company', { missing: ('address' | 'city' | 'pincode' | 'email' | 'phone')[] }>
  | Item<'gstin', { gstin: string | null }>
  | Item<'products' | 'pages' | 'staff', { count: number }>
  | Item<'delivery', { charge: number; free_from: number }>
  | Item<'payment', { methods: ('cod' | 'upi' | 'razorpay')[] }>
  | Item<'logo' | 'mail' | 'officer' | 'order'>

/** What removing the demo takes away, and what of the shop's own stays. `files`: pictures that could not be removed before. */
export type DemoSummary = Record<
  'products' | 'categories' | 'banners' | 'customers' | 'orders' | 'documents' | 'own_products' | 'own_orders' | 'own_documents' | 'files',
  number
>

export type SettingsResults = {
  api_keys: Rows<'api_keys', { role: KeyRole } & Record<'created_by' | 'last_used_at' | 'expires_at' | 'revoked_at' | 'revoked_by', string | null>>
  /** null: there is no demo */
  delivery_at: DeliveryRow
  /** each with 1 for prepaid and 2 for cash on delivery, added up */
  delivery_pin_list: [pin: number, takes: number][]
  demo_summary: DemoSummary | null
  failed_mails: Rows<'failed_mails', { last_error: string | null }>
  mail_setup: MailSetup
  opening_checklist: OpeningItem[]
  razorpay_setup: RazorpaySetup
  serial_overview: Rows<
    'serial_overview',
    { kind: 'tax_invoice' | 'bill_of_supply' | 'credit_note'; next_prefix: string | null; next_digits: number | null; next_from: string | null }
  >
  /** null: from now on; otherwise a date */
  set_serial_series: string | null
  shop_health: ShopHealth
  /** null: WEBHOOK_URL is not set */
  webhook_setup: WebhookSetup | null
  webhook_deliveries: Rows<
    'webhook_deliveries',
    { state: 'queued' | 'delivered' | 'parked'; last_status: number | null; last_error: string | null; delivered_at: string | null }
  >
  test_mail_result: TestResult | null
}
