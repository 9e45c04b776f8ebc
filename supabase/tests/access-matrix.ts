import { ORDER, OTHER_ORDER, PEOPLE, PRODUCT, CATEGORY, CHILD_CATEGORY, DISCOUNT } from './scenario.ts'

/** Rows touched; `no`: refused with 42501 by a missing grant or a policy's check; `reason`: an admin has to say why. */
export type Outcome = number | 'no' | 'reason'

export const ASKERS = ['visitor', 'customer', 'other', 'admin', 'superAdmin', 'desk', 'mailer'] as const
/** What each of ASKERS gets, in that order. The rows asked for are the customer's where a table has owners. */
export type Case = {
  verb: 'select' | 'insert' | 'update' | 'delete'
  sql: string
  outcomes: readonly [Outcome, Outcome, Outcome, Outcome, Outcome, Outcome, Outcome]
  before?: string
}

const me = `'${PEOPLE.customer}'`
const order = `'${ORDER}'`
const cream = `'${PRODUCT.cream}'`

const nobody: Case['outcomes'] = ['no', 'no', 'no', 'no', 'no', 'no', 'no']
const adminsOnly: Case['outcomes'] = ['no', 'no', 'no', 1, 1, 'no', 'no']
/** Granted to signed-in people, decided by policy: nobody but an admin finds a row. */
const adminsFind: Case['outcomes'] = ['no', 0, 0, 1, 1, 'no', 'no']
const ownerAndAdmins: Case['outcomes'] = ['no', 1, 0, 1, 1, 'no', 'no']
const ownOnly: Case['outcomes'] = ['no', 1, 0, 0, 0, 'no', 'no']
const everybody: Case['outcomes'] = [1, 1, 1, 1, 1, 'no', 'no']

const select = (sql: string, outcomes: Case['outcomes'], before?: string): Case => ({ verb: 'select', sql: `select from ${sql}`, outcomes, before })
const insert = (sql: string, outcomes: Case['outcomes'], before?: string): Case => ({ verb: 'insert', sql: `insert into ${sql}`, outcomes, before })
const update = (sql: string, outcomes: Case['outcomes'], before?: string): Case => ({ verb: 'update', sql: `update ${sql}`, outcomes, before })
const remove = (sql: string, outcomes: Case['outcomes'], before?: string): Case => ({ verb: 'delete', sql: `delete from ${sql}`, outcomes, before })

/** Every table of the shop and every verb, wherever who may do it is decided. */
const AN_ERASURE = "insert into private.erasures (what, ids, count, rule) values ('mails', '{1}', 1, 'x')"
const A_HOLD = "insert into private.retention_holds (reason) values ('Audit of 2020')"
const KEYS = "insert into private.razorpay_keys (key_id) values ('rzp_test_0000')"
const PROVIDER_ORDER = `insert into private.razorpay_orders (id, order_id) values ('order_1', ${order})`
const CHARGE = "insert into private.razorpay_payments (id, status) values ('pay_1', 'created')"
const EVENT = "insert into private.razorpay_events (id, event) values ('evt_1', 'order.paid')"
const RELEASED = `insert into private.released_redemptions (order_id, discount_id) values (${order}, '${DISCOUNT}')`
const A_NOTE = `insert into public.order_notes (order_id, author, body, created_at) values (${order}, '${PEOPLE.admin}', 'Before noon', now() - interval '1 hour')`
const A_PAGE = "insert into public.page_texts (page, body) values ('terms', 'x')"
const A_MESSAGE = "insert into public.message_texts (key, subject, opening) values ('mail_signup', 'x', 'y')"
const CONCESSION = `insert into public.order_concessions (order_id, kind, given, reason) values (${order}, 'discount', 10, 'A late delivery')`
const A_CLIENT = "insert into private.complaint_clients values ('x', now())"

const A_BLOCK = `insert into public.account_blocks (user_id, reason) values ('${PEOPLE.other}', 'x')`
const A_CUSTOMER_NOTE = `insert into public.customer_notes (user_id, note, author) values (${me}, 'x', '${PEOPLE.admin}')`
const A_SUPER_NOTE = `insert into public.customer_notes (user_id, note, author) values (${me}, 'x', '${PEOPLE.superAdmin}')`

/** For the owner of the database, whom no token names. */
const AS_CUSTOMER = `select set_config('request.jwt.claims', '{"sub": "${PEOPLE.customer}"}', true)`

export const MATRIX: Record<string, Case[]> = {
  'public.products': [
    select(`public.products where id = ${cream}`, [1, 1, 1, 1, 1, 1, 'no']),
    select(`public.products where id = '${PRODUCT.draft}'`, [0, 0, 0, 1, 1, 1, 'no']),
    insert("public.products (name, price) values ('New', 10)", adminsOnly),
    update(`public.products set name = 'Renamed' where id = ${cream}`, adminsFind),
    update(`public.products set licence = 'L', batch = 'B' where id = ${cream}`, adminsFind),
    update(`public.products set stock = stock - 1 where id = ${cream}`, ['no', 0, 0, 1, 1, 1, 'no']),
    update(`public.products set units_sold = units_sold + 1 where id = ${cream}`, ['no', 'no', 'no', 'no', 'no', 1, 'no']),
    update(`public.products set popularity = 9 where id = ${cream}`, nobody),
    update(`public.products set version = 9 where id = ${cream}`, nobody),
    remove(`public.products where id = ${cream}`, adminsFind),
  ],
  'public.deleted_products': [
    select('public.deleted_products', everybody),
    insert('public.deleted_products (id) values (gen_random_uuid())', nobody),
    update('public.deleted_products set deleted_at = now()', nobody),
    remove('public.deleted_products', nobody),
  ],
  'public.product_images': [
    select(`public.product_images where product_id = ${cream}`, everybody),
    select(`public.product_images where product_id = '${PRODUCT.draft}'`, [0, 0, 0, 1, 1, 'no', 'no']),
    insert(`public.product_images (product_id, image_url) values (${cream}, 'product_images/c.webp')`, adminsOnly),
    update(`public.product_images set alt = 'x' where product_id = ${cream}`, adminsFind),
    update(`public.product_images set product_id = product_id where product_id = ${cream}`, nobody),
    remove(`public.product_images where product_id = ${cream}`, adminsFind),
  ],
  'public.categories': [
    select(`public.categories where id = '${CATEGORY}'`, everybody),
    insert("public.categories (name) values ('New')", adminsOnly),
    update(`public.categories set name = 'x' where id = '${CATEGORY}'`, adminsFind),
    remove(`public.categories where id = '${CHILD_CATEGORY}'`, adminsFind),
  ],
  'public.banner_images': [
    select("public.banner_images where title = 'On'", everybody),
    select("public.banner_images where title = 'Off'", [0, 0, 0, 1, 1, 'no', 'no']),
    insert("public.banner_images (image_url) values ('banner_images/c.webp')", adminsOnly),
    update("public.banner_images set title = 'x' where title = 'On'", adminsFind),
    remove("public.banner_images where title = 'On'", adminsFind),
  ],
  'public.serial_series': [
    select("public.serial_series where kind = 'tax_invoice'", adminsFind),
    insert("public.serial_series (kind, prefix, digits) values ('tax_invoice', 'X', 6) on conflict (kind) do update set digits = 5", nobody),
    update("public.serial_series set prefix = 'X'", nobody),
    remove('public.serial_series', nobody),
  ],
  'public.page_texts': [
    select('public.page_texts', everybody, A_PAGE),
    insert("public.page_texts (page, body) values ('privacy', 'x')", adminsOnly),
    update("public.page_texts set body = 'y'", adminsFind, A_PAGE),
    update('public.page_texts set version = 9', nobody, A_PAGE),
    remove('public.page_texts', adminsFind, A_PAGE),
  ],
  'public.message_texts': [
    select('public.message_texts', ['no', 0, 0, 1, 1, 'no', 1], A_MESSAGE),
    insert("public.message_texts (key, subject, opening) values ('mail_recovery', 'x', 'y')", adminsOnly),
    update("public.message_texts set opening = 'y'", adminsFind, A_MESSAGE),
    update('public.message_texts set version = 9', nobody, A_MESSAGE),
    remove('public.message_texts', adminsFind, A_MESSAGE),
  ],
  // the sender reads it by private.mail_shop() alone
  'private.mail_setup': [
    select('private.mail_setup', nobody),
    insert('private.mail_setup (id) values (true) on conflict (id) do update set port = 25', nobody),
    update("private.mail_setup set password = 'x'", nobody),
    remove('private.mail_setup', nobody),
  ],
  'public.settings': [
    select('public.settings', [1, 1, 1, 1, 1, 1, 1]),
    insert('public.settings (id) values (true) on conflict (id) do update set store_name = excluded.store_name', nobody),
    update("public.settings set store_name = 'x'", adminsFind),
    update('public.settings set version = 9', nobody),
    remove('public.settings', nobody),
  ],
  'public.order_steps': [
    select("public.order_steps where actor = 'customer'", everybody),
    insert("public.order_steps (from_status, to_status, actor) values ('delivered', 'pending', 'customer')", nobody),
    update("public.order_steps set needs_reason = false where actor = 'customer'", nobody),
    remove("public.order_steps where actor = 'customer'", nobody),
  ],
  'public.user_roles': [
    select(`public.user_roles where user_id = '${PEOPLE.admin}'`, ['no', 0, 0, 1, 1, 'no', 'no']),
    insert(`public.user_roles (user_id, role) values (${me}, 'admin')`, nobody),
    update("public.user_roles set role = 'super_admin' where role = 'admin'", nobody),
    remove(`public.user_roles where user_id = '${PEOPLE.admin}'`, nobody),
  ],
  'public.account_blocks': [
    select('public.account_blocks', adminsFind, A_BLOCK),
    insert(`public.account_blocks (user_id, reason) values (${me}, 'x')`, nobody),
    update("public.account_blocks set reason = 'y'", nobody, A_BLOCK),
    remove('public.account_blocks', nobody, A_BLOCK),
  ],
  'public.customer_figures': [
    select(`public.customer_figures where user_id = ${me}`, adminsFind),
    insert(`public.customer_figures (user_id) values (${me})`, nobody, `delete from public.customer_figures where user_id = ${me}`),
    update(`public.customer_figures set spent = 0 where user_id = ${me}`, nobody),
    remove(`public.customer_figures where user_id = ${me}`, nobody),
  ],
  'public.customer_notes': [
    select('public.customer_notes', adminsFind, A_CUSTOMER_NOTE),
    insert(`public.customer_notes (user_id, note) values (${me}, 'x')`, adminsOnly),
    insert(`public.customer_notes (user_id, note, author) values (${me}, 'x', '${PEOPLE.admin}')`, nobody),
    update("public.customer_notes set note = 'y'", ['no', 0, 0, 1, 0, 'no', 'no'], A_CUSTOMER_NOTE),
    update('public.customer_notes set user_id = user_id', nobody, A_CUSTOMER_NOTE),
    remove('public.customer_notes', adminsFind, A_CUSTOMER_NOTE),
    remove('public.customer_notes', ['no', 0, 0, 0, 1, 'no', 'no'], A_SUPER_NOTE),
  ],
  'public.profiles': [
    select(`public.profiles where id = ${me}`, ownerAndAdmins),
    insert(`public.profiles (id) values (${me})`, nobody, `delete from public.profiles where id = ${me}`),
    update(`public.profiles set full_name = 'x', company_name = 'x', phone = 'x' where id = ${me}`, ownerAndAdmins),
    update(`public.profiles set created_at = now() where id = ${me}`, nobody),
    remove(`public.profiles where id = ${me}`, nobody),
  ],
  'public.addresses': [
    select(`public.addresses where user_id = ${me}`, ownerAndAdmins),
    insert(
      `public.addresses (user_id, full_name, address, city, state, pincode, phone) values (${me}, 'A', '1', 'Pune', 'Maharashtra', '411001', '9876543210')`,
      ['no', 1, 'no', 'no', 'no', 'no', 'no'],
    ),
    update(`public.addresses set city = 'x' where user_id = ${me}`, ownOnly),
    update(`public.addresses set user_id = user_id where user_id = ${me}`, nobody),
    remove(`public.addresses where user_id = ${me}`, ownOnly),
  ],
  'public.cart_items': [
    select(`public.cart_items where user_id = ${me}`, ['no', 1, 0, 0, 0, 1, 'no']),
    insert(`public.cart_items (user_id, product_id, quantity) values (${me}, '${PRODUCT.soap}', 1)`, ['no', 1, 'no', 'no', 'no', 'no', 'no']),
    insert(`public.cart_items (user_id, product_id, quantity) values (${me}, '${PRODUCT.draft}', 1)`, nobody),
    update(`public.cart_items set quantity = 4, updated_at = now() where user_id = ${me}`, ['no', 1, 0, 0, 0, 'no', 'no']),
    update(`public.cart_items set updated_at = now() where user_id = ${me}`, ['no', 1, 0, 0, 0, 'no', 'no']),
    update(`public.cart_items set user_id = user_id where user_id = ${me}`, nobody),
    remove(`public.cart_items where user_id = ${me}`, ['no', 1, 0, 0, 0, 1, 'no']),
  ],
  'public.orders': [
    select(`public.orders where id = ${order}`, ['no', 1, 0, 1, 1, 'no', 1]),
    insert(
      `public.orders (user_id, full_name, address, city, state, pincode, email, phone, place_of_supply, seller_state, prices_include_gst, goods_total,
         subtotal_base, total_gst, cgst, sgst, igst, total_amount, payment_method, payment_state)
       values (${me}, 'A', '1', 'Pune', 'Maharashtra', '411001', 'a@b.in', '9876543210', '27', '27', true, 118, 100, 18, 9, 9, 0, 118, 'cod', 'cod_pending')`,
      ['no', 'no', 'no', 'no', 'no', 1, 'no'],
    ),
    update(`public.orders set status = 'cancelled', cancelled_by = ${me} where id = ${order} and status = 'pending'`, [
      'no',
      1,
      0,
      'reason',
      'reason',
      'no',
      'no',
    ]),
    update(`public.orders set status = 'cancelled', cancel_reason = 'Damaged' where id = ${order}`, ['no', 'no', 0, 1, 1, 'no', 'no']),
    update(
      `public.orders set status = 'processing' where id = ${order}`,
      ['no', 'no', 0, 1, 1, 'no', 'no'],
      `delete from public.documents where order_id = ${order}`,
    ),
    update(`public.orders set courier = 'BlueDart' where id = ${order}`, ['no', 'no', 0, 1, 1, 'no', 'no']),
    update(`public.orders set total_amount = total_amount where id = ${order}`, nobody),
    update(`public.orders set payment_state = 'paid' where id = ${order}`, nobody),
    update(`public.orders set address = 'x' where id = ${order}`, nobody),
    remove(
      `public.orders where id = ${order}`,
      nobody,
      `delete from private.document_files where order_id = ${order}; delete from public.documents where order_id = ${order}`,
    ),
  ],
  'public.order_items': [
    select(`public.order_items where order_id = ${order}`, ['no', 1, 0, 1, 1, 'no', 1]),
    insert(
      `public.order_items (order_id, product_name, quantity, unit_price, taxable, rate, cgst, sgst, igst, total) values (${order}, 'x', 1, 118, 100, 18, 9, 9, 0, 118)`,
      ['no', 'no', 'no', 'no', 'no', 1, 'no'],
    ),
    update(`public.order_items set quantity = quantity where order_id = ${order}`, nobody),
    remove(`public.order_items where order_id = ${order}`, nobody),
  ],
  'public.order_status_history': [
    select(`public.order_status_history where order_id = ${order}`, ownerAndAdmins),
    insert(`public.order_status_history (order_id, status, notes, created_by) values (${order}, 'cancelled', 'x', ${me})`, nobody),
    update(`public.order_status_history set notes = 'x' where order_id = ${order}`, nobody),
    remove(`public.order_status_history where order_id = ${order}`, nobody),
  ],
  // an hour old, so that its author may still correct it
  'public.order_notes': [
    select(`public.order_notes where order_id = ${order}`, adminsFind, A_NOTE),
    insert(`public.order_notes (order_id, body) values (${order}, 'Ask for Suresh at the gate')`, adminsOnly),
    update(`public.order_notes set body = 'After two' where order_id = ${order}`, ['no', 0, 0, 1, 0, 'no', 'no'], A_NOTE),
    update(`public.order_notes set author = ${me} where order_id = ${order}`, nobody, A_NOTE),
    remove(`public.order_notes where order_id = ${order}`, ['no', 0, 0, 1, 0, 'no', 'no'], A_NOTE),
  ],
  'private.order_words': [
    select('private.order_words', nobody),
    insert(`private.order_words values (${order}, 'x')`, nobody, 'delete from private.order_words'),
    update("private.order_words set words = 'x'", nobody),
    remove('private.order_words', nobody),
  ],
  'public.order_events': [
    select(`public.order_events where order_id = ${order}`, adminsFind),
    insert(`public.order_events (order_id, fields) values (${order}, '{status}')`, nobody),
    update(`public.order_events set fields = '{}' where order_id = ${order}`, nobody),
    remove(`public.order_events where order_id = ${order}`, nobody),
  ],
  'public.audit_log': [
    select(`public.audit_log where row_id = '${PEOPLE.admin}'`, adminsFind),
    insert("public.audit_log (at, table_name, row_id, action, changes) values (now(), 'orders', 'x', 'update', '{}')", nobody),
    update("public.audit_log set changes = '{}'", nobody),
    remove('public.audit_log', nobody),
  ],
  'public.payments': [
    select(`public.payments where order_id = ${order}`, ownerAndAdmins),
    insert(`public.payments (order_id, method, state, amount) values (${order}, 'cod', 'cod_pending', 1)`, ['no', 'no', 'no', 'no', 'no', 1, 'no']),
    insert(`public.payments (order_id, method, state, amount) values (${order}, 'upi', 'paid', 1)`, nobody),
    update(`public.payments set state = 'paid' where order_id = ${order}`, adminsFind),
    update(`public.payments set failure = 'x' where order_id = ${order}`, nobody),
    update(`public.payments set amount = 1 where order_id = ${order}`, nobody),
    remove(`public.payments where order_id = ${order}`, nobody),
  ],
  'public.documents': [
    select(`public.documents where order_id = ${order}`, ['no', 1, 0, 1, 1, 'no', 1]),
    insert(
      `public.documents (order_id, kind, form, serial, issued_at, content, content_hash) values (${order}, 'invoice', 'tax_invoice', 'X', now(), '{}', '')`,
      nobody,
      `delete from public.documents where order_id = ${order}`,
    ),
    update(`public.documents set serial = 'X' where order_id = ${order}`, nobody),
    update(`public.documents set content = '{}' where order_id = ${order}`, nobody),
    remove(`public.documents where order_id = ${order}`, nobody),
  ],
  'public.order_concessions': [
    select(`public.order_concessions where order_id = ${order}`, adminsFind, CONCESSION),
    insert(`public.order_concessions (order_id, kind, given, reason) values (${order}, 'discount', 10, 'x')`, nobody),
    update("public.order_concessions set reason = 'x'", nobody, CONCESSION),
    remove('public.order_concessions', nobody, CONCESSION),
  ],
  'public.stock_movements': [
    select(`public.stock_movements where product_id = ${cream} and reason = 'initial'`, adminsFind),
    insert(`public.stock_movements (product_id, quantity, reason, order_id) values (${cream}, -1, 'order', ${order})`, ['no', 'no', 'no', 'no', 'no', 1, 'no']),
    insert(`public.stock_movements (product_id, quantity, reason, order_id) values (${cream}, 10, 'order', ${order})`, nobody),
    update(`public.stock_movements set reason = 'x' where product_id = ${cream}`, nobody),
    update(`public.stock_movements set note = 'x' where product_id = ${cream}`, nobody),
    remove(`public.stock_movements where product_id = ${cream}`, nobody),
  ],
  'public.notifications': [
    select(`public.notifications where user_id = ${me}`, ownOnly),
    insert(`public.notifications (user_id, title, message, type) values (${me}, 'x', 'x', 'system')`, nobody),
    update(`public.notifications set read = true where user_id = ${me}`, ownOnly),
    update(`public.notifications set title = 'x' where user_id = ${me}`, nobody),
    remove(`public.notifications where user_id = ${me}`, nobody),
  ],
  'public.complaints': [
    select(`public.complaints where user_id = ${me}`, ['no', 1, 0, 1, 1, 'no', 1]),
    insert("public.complaints (number, name, email, message) values ('CMP/00-01/000009', 'A', 'a@b.in', 'It arrived broken')", nobody),
    update(`public.complaints set status = 'answered' where user_id = ${me}`, adminsFind),
    update(`public.complaints set message = 'All is well, thank you' where user_id = ${me}`, nobody),
    remove(`public.complaints where user_id = ${me}`, nobody),
  ],
  'public.discounts': [
    select('public.discounts', ['no', 0, 0, 1, 1, 1, 'no']),
    insert("public.discounts (code, kind, value) values ('NEW5', 'percent', 5)", adminsOnly),
    update('public.discounts set value = 20', adminsFind),
    update('public.discounts set times_used = 0', ['no', 'no', 'no', 'no', 'no', 1, 'no']),
    remove('public.discounts', adminsFind),
  ],
  'public.discount_redemptions': [
    select('public.discount_redemptions', adminsFind),
    insert(`public.discount_redemptions (order_id, discount_id) select '${OTHER_ORDER}', '${DISCOUNT}'`, ['no', 'no', 'no', 'no', 'no', 1, 'no']),
    update('public.discount_redemptions set created_at = now()', nobody),
    remove('public.discount_redemptions', nobody),
  ],
  'public.consent_notices': [
    select("public.consent_notices where purpose = 'offers'", everybody),
    insert("public.consent_notices (purpose, version, needs_consent, text) values ('offers', 2, true, 'x')", nobody),
    update("public.consent_notices set text = 'x' where purpose = 'offers'", nobody),
    remove("public.consent_notices where purpose = 'account'", nobody),
  ],
  'public.consents': [
    select(`public.consents where user_id = ${me}`, ownerAndAdmins),
    insert("public.consents (purpose, version, given) values ('offers', 1, false)", ['no', 1, 1, 1, 1, 'no', 'no'], AS_CUSTOMER), // one's own, whoever one is
    insert(`public.consents (user_id, purpose, version, given) values (${me}, 'offers', 1, false)`, nobody),
    insert("public.consents (purpose, version, given) values ('account', 1, false)", nobody, AS_CUSTOMER),
    update(`public.consents set given = false where user_id = ${me}`, nobody),
    remove(`public.consents where user_id = ${me}`, nobody),
  ],
  'private.order_requests': [
    select(`private.order_requests where user_id = ${me}`, ['no', 'no', 'no', 'no', 'no', 1, 'no']),
    insert(`private.order_requests (user_id, key, body_hash) values (${me}, 'key-0002', 'x')`, ['no', 'no', 'no', 'no', 'no', 1, 'no']),
    update(`private.order_requests set response = '{}' where user_id = ${me}`, ['no', 'no', 'no', 'no', 'no', 1, 'no']),
    update(`private.order_requests set body_hash = 'x' where user_id = ${me}`, nobody),
    remove(`private.order_requests where user_id = ${me}`, nobody),
  ],
  'private.mails': [
    select(`private.mails where data ->> 'order_id' = ${order}`, ['no', 'no', 'no', 'no', 'no', 'no', 1]),
    insert("private.mails (kind, recipient) values ('order_placed', 'x@y.in')", nobody),
    update(`private.mails set status = 'sent', sent_at = now() where data ->> 'order_id' = ${order}`, ['no', 'no', 'no', 'no', 'no', 'no', 1]),
    update(`private.mails set recipient = 'x' where data ->> 'order_id' = ${order}`, nobody),
    remove(`private.mails where data ->> 'order_id' = ${order}`, nobody),
  ],
  'private.search_documents': [
    select(`private.search_documents where product_id = ${cream}`, nobody),
    insert(`private.search_documents (product_id, words) values ('${PRODUCT.draft}', 'serum')`, nobody),
    update("private.search_documents set words = 'x'", nobody),
    remove('private.search_documents', nobody),
  ],
  'private.lexemes': [
    select('private.lexemes', nobody, "insert into private.lexemes values ('rose', 1)"),
    insert("private.lexemes (word, documents) values ('rose', 1)", nobody),
    update('private.lexemes set documents = 2', nobody, "insert into private.lexemes values ('rose', 1)"),
    remove('private.lexemes', nobody, "insert into private.lexemes values ('rose', 1)"),
  ],
  'private.search_changes': [
    select('private.search_changes', nobody),
    insert('private.search_changes default values', nobody),
    update('private.search_changes set id = default', nobody),
    remove('private.search_changes', nobody),
  ],
  'private.document_files': [
    select(`private.document_files where order_id = ${order}`, nobody),
    insert(`private.document_files (order_id, document_type, copies, bytes, sha256) values (${order}, 'creditNote', 'all', '', '')`, nobody),
    update("private.document_files set bytes = ''", nobody),
    remove('private.document_files', nobody),
  ],
  'private.complaint_clients': [
    select('private.complaint_clients', nobody, A_CLIENT),
    insert("private.complaint_clients values ('x', now())", nobody),
    update("private.complaint_clients set client = 'y'", nobody, A_CLIENT),
    remove('private.complaint_clients', nobody, A_CLIENT),
  ],
  'private.diagnostic_reports': [
    select('private.diagnostic_reports', nobody),
    insert("private.diagnostic_reports (number, page, build, agent, entries) values ('LOG-1', '/', 'x', 'x', '[1]')", nobody),
    update("private.diagnostic_reports set page = '/'", nobody),
    remove('private.diagnostic_reports', nobody),
  ],
  'private.erasures': [
    select('private.erasures', nobody, AN_ERASURE),
    insert("private.erasures (what, ids, count, rule) values ('mails', '{1}', 1, 'x')", nobody),
    update("private.erasures set ids = '{}'", nobody, AN_ERASURE),
    remove('private.erasures', nobody, AN_ERASURE),
  ],
  'private.retention_holds': [
    select('private.retention_holds', nobody, A_HOLD),
    insert("private.retention_holds (reason) values ('Audit of 2020')", nobody),
    update("private.retention_holds set reason = 'Another'", nobody, A_HOLD),
    remove('private.retention_holds', nobody, A_HOLD),
  ],
  // razorpay's books: not even the payment desk has a table of them, only functions (lockdown.test.ts)
  'private.razorpay_keys': [
    select('private.razorpay_keys', nobody, KEYS),
    insert("private.razorpay_keys (key_id) values ('rzp_test_0000')", nobody),
    update("private.razorpay_keys set key_secret = 'x'", nobody, KEYS),
    remove('private.razorpay_keys', nobody, KEYS),
  ],
  'private.razorpay_orders': [
    select('private.razorpay_orders', nobody, PROVIDER_ORDER),
    insert(`private.razorpay_orders (id, order_id) values ('order_2', '${OTHER_ORDER}')`, nobody),
    update("private.razorpay_orders set id = 'order_3'", nobody, PROVIDER_ORDER),
    remove('private.razorpay_orders', nobody, PROVIDER_ORDER),
  ],
  'private.razorpay_payments': [
    select('private.razorpay_payments', nobody, CHARGE),
    insert("private.razorpay_payments (id, status) values ('pay_2', 'captured')", nobody),
    update("private.razorpay_payments set status = 'captured'", nobody, CHARGE),
    remove('private.razorpay_payments', nobody, CHARGE),
  ],
  'private.razorpay_events': [
    select('private.razorpay_events', nobody, EVENT),
    insert("private.razorpay_events (id, event) values ('evt_2', 'order.paid')", nobody),
    update("private.razorpay_events set event = 'x'", nobody, EVENT),
    remove('private.razorpay_events', nobody, EVENT),
  ],
  'private.released_redemptions': [
    select('private.released_redemptions', nobody, RELEASED),
    insert(`private.released_redemptions (order_id, discount_id) values ('${OTHER_ORDER}', '${DISCOUNT}')`, nobody),
    update('private.released_redemptions set user_id = null', nobody, RELEASED),
    remove('private.released_redemptions', nobody, RELEASED),
  ],
  'private.low_stock': [
    select(`private.low_stock where product_id = '${PRODUCT.draft}'`, nobody),
    insert(`private.low_stock values (${cream})`, nobody),
    update('private.low_stock set product_id = product_id', nobody),
    remove('private.low_stock', nobody),
  ],
  'private.serial_counters': [
    select('private.serial_counters', nobody),
    insert("private.serial_counters values ('INV', '99-00', 1)", nobody),
    update('private.serial_counters set last_number = 5', nobody),
    remove('private.serial_counters', nobody),
  ],
}
