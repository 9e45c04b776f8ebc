/** The shop's settings, and its internal logs and limits. */
import { asks, nobody, adminsOnly, adminsFind, everybody, select, insert, update, remove } from './asking.ts'
import type { Case } from './asking.ts'
import { PEOPLE } from '../scenario.ts'

const A_HOLD = "insert into private.retention_holds (reason) values ('Audit of 2020')"
const KEYS = "insert into private.razorpay_keys (key_id) values ('rzp_test_0000')"
const AN_INVITE = "insert into private.staff_invites (email, role) values ('a@shop.example', 'orders')"
const A_FORMER = "insert into private.former_mail_setups (version, security) values (0, 'tls')"
const A_PAGE = "insert into public.page_texts (page, body) values ('terms', 'x')"
const OWN_PAGE = (slug: string, published: boolean) =>
  `insert into public.own_pages (slug, title, description, body, is_published) values ('${slug}', 'x', 'y', 'z', ${published})`
const A_PIN = 'insert into private.delivery_pins (pin, prepaid, cod) values (400001, true, true)'
const A_LOGO = "insert into private.logo_files (version, png, small) values ('00000000000000aa', 'x', 'x')"
const SOME_UNITS = "insert into private.piece_units (order_item_id, units) select id, '{[0,1)}' from public.order_items limit 1"
const A_MOMENT = 'insert into private.payment_moments (payment_id, received_at) select id, now() from public.payments limit 1'
const A_MESSAGE = "insert into public.message_texts (key, subject, opening) values ('mail_signup', 'x', 'y')"

export const settings: Record<string, Case[]> = {
  'public.serial_series': asks('settings.write', [
    select("public.serial_series where kind = 'tax_invoice'", adminsFind),
    insert("public.serial_series (kind, prefix, digits) values ('tax_invoice', 'X', 6) on conflict (kind) do update set digits = 5", nobody),
    update("public.serial_series set prefix = 'X'", nobody),
    remove('public.serial_series', nobody),
  ]),
  'public.tally_ledgers': [
    ...asks('gst.read', [select('public.tally_ledgers', ['no', 0, 0, 1, 1, 1, 'no'])]),
    insert('public.tally_ledgers (id) values (true) on conflict (id) do update set sales = excluded.sales', nobody),
    ...asks('payments.manage', [update("public.tally_ledgers set bank = 'x'", adminsFind), update('public.tally_ledgers set version = 9', nobody)]),
    remove('public.tally_ledgers', nobody),
  ],
  'private.piece_units': [
    select('private.piece_units', nobody, SOME_UNITS),
    insert("private.piece_units (order_item_id, units) select id, '{[0,1)}' from public.order_items", nobody),
    update("private.piece_units set units = '{[1,2)}'", nobody, SOME_UNITS),
    remove('private.piece_units', nobody, SOME_UNITS),
  ],
  'private.payment_moments': [
    select('private.payment_moments', nobody, A_MOMENT),
    insert('private.payment_moments (payment_id, received_at) select id, now() from public.payments', nobody),
    update('private.payment_moments set received_at = now()', nobody, A_MOMENT),
    remove('private.payment_moments', nobody, A_MOMENT),
  ],
  'public.page_texts': asks('settings.write', [
    select('public.page_texts', everybody, A_PAGE),
    insert("public.page_texts (page, body) values ('privacy', 'x')", adminsOnly),
    update("public.page_texts set body = 'y'", adminsFind, A_PAGE),
    update('public.page_texts set version = 9', nobody, A_PAGE),
    remove('public.page_texts', adminsFind, A_PAGE),
  ]),
  'public.own_pages': asks('settings.write', [
    select('public.own_pages', everybody, OWN_PAGE('faq', true)),
    select('public.own_pages', [0, 0, 0, 1, 1, 'no', 'no'], OWN_PAGE('draft', false)),
    insert("public.own_pages (slug, title, description, body) values ('faq', 'x', 'y', 'z')", adminsOnly),
    update(
      "public.own_pages set title = 'y', slug = 'questions', description = 'd', body = 'b', in_menu = false, display_order = 2",
      adminsFind,
      OWN_PAGE('faq', true),
    ),
    update('public.own_pages set is_published = true', adminsFind, OWN_PAGE('draft', false)),
    update('public.own_pages set version = 9', nobody, OWN_PAGE('faq', true)),
    remove('public.own_pages', adminsFind, OWN_PAGE('faq', true)),
  ]),
  'public.message_texts': asks('settings.write', [
    select('public.message_texts', ['no', 0, 0, 1, 1, 'no', 1], A_MESSAGE),
    insert("public.message_texts (key, subject, opening) values ('mail_recovery', 'x', 'y')", adminsOnly),
    update("public.message_texts set opening = 'y'", adminsFind, A_MESSAGE),
    update('public.message_texts set version = 9', nobody, A_MESSAGE),
    remove('public.message_texts', adminsFind, A_MESSAGE),
  ]),
  // the mail queue worker reads it only through private.mail_shop()
  'private.mail_setup': [
    select('private.mail_setup', nobody),
    insert('private.mail_setup (id) values (true) on conflict (id) do update set port = 25', nobody),
    update("private.mail_setup set password = 'x'", nobody),
    remove('private.mail_setup', nobody),
  ],
  'public.settings': asks('settings.write', [
    select('public.settings', [1, 1, 1, 1, 1, 1, 1]),
    insert('public.settings (id) values (true) on conflict (id) do update set store_name = excluded.store_name', nobody),
    update("public.settings set phone = 'x'", adminsFind),
    update("public.settings set whatsapp = '9000000100'", adminsFind),
    update("public.settings set dispatch_days = 2, transit_home_min = 1, transit_home_max = 2, dispatch_holidays = '{2026-11-08}'", adminsFind),
    update('public.settings set transit_other_min = 1, transit_other_max = 2, transit_remote_min = 1, transit_remote_max = 2', adminsFind),
    // the shop's identity and its payee: only the function private.set_identity, after the password
    ...['store_name', 'legal_name', 'address', 'city', 'upi_vpa'].map((column) => update(`public.settings set ${column} = 'ab@cd'`, nobody)),
    update("public.settings set state_code = '27', pincode = '400001'", nobody),
    update('public.settings set gstin = null', nobody),
    update("public.settings set home = '{}', footer_text = 'x', announcement = 'y', announcement_link = '/', announcement_from = now()", adminsFind),
    update('public.settings set announcement_until = null', adminsFind),
    update("public.settings set accent = '#0b5d4e', second_colour = null", adminsFind),
    // with its file, by the function private.set_logo alone
    update('public.settings set logo = null', nobody),
    update('public.settings set logo_dark = null', nobody),
    update('public.settings set version = 9', nobody),
    remove('public.settings', nobody),
  ]),
  // what it says about one PIN code everyone asks delivery_at()
  'public.delivery_rates': asks('settings.write', [
    select('public.delivery_rates', adminsFind),
    insert('public.delivery_rates (id) values (true) on conflict (id) do update set cod_fee = 1', nobody),
    update("public.delivery_rates set zones = '[]', default_weight_grams = 400, cod_fee = 20, cod_minimum = 1, cod_maximum = 2", adminsFind),
    update("public.delivery_rates set pin_list = 'served', pin_count = 1", nobody),
    remove('public.delivery_rates', nobody),
  ]),
  'private.delivery_pins': [
    select('private.delivery_pins', nobody, A_PIN),
    insert('private.delivery_pins (pin, prepaid, cod) values (110001, true, true)', nobody),
    update('private.delivery_pins set cod = false', nobody, A_PIN),
    remove('private.delivery_pins', nobody, A_PIN),
  ],
  'public.order_steps': [
    select("public.order_steps where actor = 'customer'", everybody),
    insert("public.order_steps (from_status, to_status, actor) values ('delivered', 'pending', 'customer')", nobody),
    update("public.order_steps set needs_reason = false where actor = 'customer'", nobody),
    remove("public.order_steps where actor = 'customer'", nobody),
  ],
  'public.payment_steps': [
    select("public.payment_steps where from_state = 'refund_due' and actor = 'admin'", ['no', 1, 1, 1, 1, 'no', 'no']),
    insert("public.payment_steps (from_state, to_state, actor) values ('refunded', 'paid', 'admin')", nobody),
    update("public.payment_steps set actor = 'admin' where from_state = 'failed' and actor = 'customer'", nobody),
    remove('public.payment_steps', nobody),
  ],
  'private.limits': [
    select("private.limits where name = 'orders_per_hour'", nobody),
    insert("private.limits (name, value, about) values ('x', 1, 'x')", nobody),
    update('private.limits set value = 999', nobody),
    remove('private.limits', nobody),
  ],
  'public.audit_log': asks('audit.read', [
    select(`public.audit_log where row_id = '${PEOPLE.admin}'`, adminsFind),
    insert("public.audit_log (at, table_name, row_id, action, changes) values (now(), 'orders', 'x', 'update', '{}')", nobody),
    update("public.audit_log set changes = '{}'", nobody),
    remove('public.audit_log', nobody),
  ]),
  'public.consent_notices': [
    select("public.consent_notices where purpose = 'offers'", everybody),
    insert("public.consent_notices (purpose, version, needs_consent, text) values ('offers', 2, true, 'x')", nobody),
    update("public.consent_notices set text = 'x' where purpose = 'offers'", nobody),
    remove("public.consent_notices where purpose = 'account'", nobody),
  ],
  'private.retention_holds': [
    select('private.retention_holds', nobody, A_HOLD),
    insert("private.retention_holds (reason) values ('Audit of 2020')", nobody),
    update("private.retention_holds set reason = 'Another'", nobody, A_HOLD),
    remove('private.retention_holds', nobody, A_HOLD),
  ],
  // payments of Razorpay: even the payment service has no table, only functions (lockdown.test.ts)
  // permissions and invitations: only through functions, not even an owner writes these
  'private.role_permissions': [
    select("private.role_permissions where role = 'owner'", nobody),
    insert("private.role_permissions (role, permission) values ('orders', 'staff.manage')", nobody),
    update("private.role_permissions set role = 'owner' where permission = 'owner.settings'", nobody),
    remove('private.role_permissions', nobody),
  ],
  'private.staff_security': [
    select('private.staff_security', nobody),
    insert('private.staff_security (id) values (true) on conflict (id) do update set second_factor_required = false', nobody),
    update('private.staff_security set second_factor_required = false', nobody),
    remove('private.staff_security', nobody),
  ],
  'private.staff_invites': [
    select('private.staff_invites', nobody, AN_INVITE),
    insert("private.staff_invites (email, role) values ('b@shop.example', 'owner')", nobody),
    update("private.staff_invites set role = 'owner'", nobody, AN_INVITE),
    remove('private.staff_invites', nobody, AN_INVITE),
  ],
  'private.former_mail_setups': [
    select('private.former_mail_setups', nobody, A_FORMER),
    insert('private.former_mail_setups (version) values (0)', nobody),
    update("private.former_mail_setups set password = 'x'", nobody, A_FORMER),
    remove('private.former_mail_setups', nobody, A_FORMER),
  ],
  'private.razorpay_keys': [
    select('private.razorpay_keys', nobody, KEYS),
    insert("private.razorpay_keys (key_id) values ('rzp_test_0000')", nobody),
    update("private.razorpay_keys set key_secret = 'x'", nobody, KEYS),
    remove('private.razorpay_keys', nobody, KEYS),
  ],
  // read by public.logo_file, which everyone may call
  'private.logo_files': [
    select('private.logo_files', nobody, A_LOGO),
    insert("private.logo_files (version, png, small) values ('00000000000000ab', 'x', 'x')", nobody),
    update("private.logo_files set png = 'y'", nobody, A_LOGO),
    remove('private.logo_files', nobody, A_LOGO),
  ],
  'private.serial_counters': [
    select('private.serial_counters', nobody),
    insert("private.serial_counters values ('INV', '99-00', 1)", nobody),
    update('private.serial_counters set last_number = 5', nobody),
    remove('private.serial_counters', nobody),
  ],
}
