/** Accounts and their own rows. */
import { asks, nobody, adminsOnly, adminsFind, ownerAndAdmins, ownOnly, select, insert, update, remove, me } from './asking.ts'
import type { Case } from './asking.ts'
import { PEOPLE, PRODUCT } from '../scenario.ts'

const AN_ERASURE = "insert into private.erasures (what, ids, count, rule) values ('mails', '{1}', 1, 'x')"
const A_COUNT = "insert into private.tries values (1, decode(repeat('01', 16), 'hex'), 1, now())"
const A_JOB = "insert into private.jobs (name) values ('a')"
const A_KEY = `insert into private.api_keys (user_id, name, role, digest, hint) select '${PEOPLE.other}', 'ERP', 'orders', sha256('x'), '1234'`
const AN_ENDPOINT = "insert into private.webhook_endpoints (url) values ('https://a.example/hook')"
const A_DELIVERY = `with e as (${AN_ENDPOINT} returning id)
  insert into private.webhook_deliveries (endpoint_id, kind, object_id, data) select id, 'stock.changed', gen_random_uuid(), '{}' from e`
const A_BACKUP = 'insert into private.backups default values'
const A_SCHEDULE = "insert into private.backup_schedule (every) values ('1 day')"
const A_DISK = "insert into private.disks values ('web-1', 1, 2)"
const AN_ALERT = "insert into private.alerts (code, urgent) values ('disk_low', true)"
const A_KIND = "insert into private.facet_kinds (line, moq, stock, n, lowest, highest) values ('x', 1, 'in_stock', 1, 1, 1)"
const RANKED = 'insert into private.ranking (read_from, read_to) values (1, 2)'
const A_CHANGE = "insert into private.facet_changes (moq, stock, status, gst, n) values (1, 'in_stock', 'active', 18, 1)"
const COUNTS = "insert into private.facet_counts (product_values) values ('{}')"
const A_CALL = "insert into private.hook_calls (digest) values (repeat('0', 64))"
const A_CLIENT = "insert into private.complaint_clients values ('x', now())"
const A_TRY = "insert into private.phone_code_tries (phone, tried_at) values ('x', now())"
const A_CODE = `insert into private.phone_codes values (${me}, decode(repeat('00', 32), 'hex'), now())`
const A_BLOCK = `insert into public.account_blocks (user_id, reason) values ('${PEOPLE.other}', 'x')`
const A_CUSTOMER_NOTE = `insert into public.customer_notes (user_id, note, author) values (${me}, 'x', '${PEOPLE.admin}')`
const A_WISH = `insert into public.wishlist_items (user_id, product_id) values (${me}, '${PRODUCT.cream}')`
const A_REQUEST = `insert into public.stock_requests (user_id, product_id, version) values (${me}, '${PRODUCT.cream}', 1)`
const A_NOTE_OF_STOCK = `insert into private.restocked values ('${PRODUCT.cream}', now())`
const A_SUPER_NOTE = `insert into public.customer_notes (user_id, note, author) values (${me}, 'x', '${PEOPLE.superAdmin}')`
/** For the database's owner, who has no token with a user id. */
const AS_CUSTOMER = `select set_config('request.jwt.claims', '{"sub": "${PEOPLE.customer}"}', true)`

export const people: Record<string, Case[]> = {
  'public.user_roles': asks('customers.read', [
    select(`public.user_roles where user_id = '${PEOPLE.admin}'`, ['no', 0, 0, 1, 1, 'no', 'no']),
    insert(`public.user_roles (user_id, role) values (${me}, 'manager')`, nobody),
    update("public.user_roles set role = 'owner' where role = 'manager'", nobody),
    remove(`public.user_roles where user_id = '${PEOPLE.admin}'`, nobody),
  ]),
  'public.account_blocks': asks('customers.read', [
    select('public.account_blocks', adminsFind, A_BLOCK),
    insert(`public.account_blocks (user_id, reason) values (${me}, 'x')`, nobody),
    update("public.account_blocks set reason = 'y'", nobody, A_BLOCK),
    remove('public.account_blocks', nobody, A_BLOCK),
  ]),
  'public.customer_figures': asks('customers.read', [
    select(`public.customer_figures where user_id = ${me}`, adminsFind),
    insert(`public.customer_figures (id, user_id) values (${me}, ${me})`, nobody, `delete from public.customer_figures where user_id = ${me}`),
    update(`public.customer_figures set spent = 0 where user_id = ${me}`, nobody),
    remove(`public.customer_figures where user_id = ${me}`, nobody),
  ]),
  'public.customer_notes': asks('customers.write', [
    ...asks('customers.read', [select('public.customer_notes', adminsFind, A_CUSTOMER_NOTE)]),
    insert(`public.customer_notes (user_id, note) values (${me}, 'x')`, adminsOnly),
    insert(`public.customer_notes (user_id, note, author) values (${me}, 'x', '${PEOPLE.admin}')`, nobody),
    update("public.customer_notes set note = 'y'", ['no', 0, 0, 1, 0, 'no', 'no'], A_CUSTOMER_NOTE),
    update('public.customer_notes set user_id = user_id', nobody, A_CUSTOMER_NOTE),
    remove('public.customer_notes', adminsFind, A_CUSTOMER_NOTE),
    remove('public.customer_notes', ['no', 0, 0, 0, 1, 'no', 'no'], A_SUPER_NOTE),
  ]),
  'public.profiles': asks('customers.write', [
    ...asks('customers.read', [select(`public.profiles where id = ${me}`, ownerAndAdmins)]),
    insert(`public.profiles (id) values (${me})`, nobody, `delete from public.profiles where id = ${me}`),
    update(`public.profiles set full_name = 'x', company_name = 'x', phone = 'x' where id = ${me}`, ownerAndAdmins),
    update(`public.profiles set created_at = now() where id = ${me}`, nobody),
    remove(`public.profiles where id = ${me}`, nobody),
  ]),
  'public.addresses': asks('customers.read', [
    select(`public.addresses where user_id = ${me}`, ownerAndAdmins),
    insert(
      `public.addresses (user_id, full_name, address, city, state, pincode, phone) values (${me}, 'A', '1', 'Pune', 'Maharashtra', '411001', '9876543210')`,
      ['no', 1, 'no', 'no', 'no', 'no', 'no'],
    ),
    update(`public.addresses set city = 'x' where user_id = ${me}`, ownOnly),
    update(`public.addresses set user_id = user_id where user_id = ${me}`, nobody),
    remove(`public.addresses where user_id = ${me}`, ownOnly),
  ]),
  'public.cart_items': [
    select(`public.cart_items where user_id = ${me}`, ['no', 1, 0, 0, 0, 1, 'no']),
    insert(`public.cart_items (user_id, product_id, quantity) values (${me}, '${PRODUCT.soap}', 1)`, ['no', 1, 'no', 'no', 'no', 'no', 'no']),
    insert(`public.cart_items (user_id, product_id, quantity) values (${me}, '${PRODUCT.draft}', 1)`, nobody),
    update(`public.cart_items set quantity = 4, updated_at = now() where user_id = ${me}`, ['no', 1, 0, 0, 0, 'no', 'no']),
    update(`public.cart_items set updated_at = now() where user_id = ${me}`, ['no', 1, 0, 0, 0, 'no', 'no']),
    update(`public.cart_items set user_id = user_id, product_id = product_id where user_id = ${me}`, ['no', 1, 0, 0, 0, 'no', 'no']),
    remove(`public.cart_items where user_id = ${me}`, ['no', 1, 0, 0, 0, 1, 'no']),
  ],
  'public.wishlist_items': [
    select(`public.wishlist_items where user_id = ${me}`, ownOnly, A_WISH),
    insert(`public.wishlist_items (user_id, product_id) values (${me}, '${PRODUCT.soap}')`, ['no', 1, 'no', 'no', 'no', 'no', 'no']),
    insert(`public.wishlist_items (user_id, product_id) values (${me}, '${PRODUCT.draft}')`, nobody),
    insert(`public.wishlist_items (user_id, product_id, created_at) values (${me}, '${PRODUCT.soap}', now())`, nobody),
    update(`public.wishlist_items set created_at = now() where user_id = ${me}`, nobody, A_WISH),
    remove(`public.wishlist_items where user_id = ${me}`, ownOnly, A_WISH),
  ],
  'public.stock_requests': [
    select(`public.stock_requests where user_id = ${me}`, ownOnly, A_REQUEST),
    insert(`public.stock_requests (user_id, product_id, version) values (${me}, '${PRODUCT.soap}', 1)`, nobody),
    update(`public.stock_requests set created_at = now() where user_id = ${me}`, nobody, A_REQUEST),
    remove(`public.stock_requests where user_id = ${me}`, ownOnly, A_REQUEST),
  ],
  'private.restocked': [
    select('private.restocked', nobody, A_NOTE_OF_STOCK),
    insert(`private.restocked values ('${PRODUCT.soap}', now())`, nobody),
    update('private.restocked set noted_at = now()', nobody, A_NOTE_OF_STOCK),
    remove('private.restocked', nobody, A_NOTE_OF_STOCK),
  ],
  'public.notifications': [
    select(`public.notifications where user_id = ${me}`, ownOnly),
    insert(`public.notifications (user_id, title, message, type) values (${me}, 'x', 'x', 'system')`, nobody),
    update(`public.notifications set read = true where user_id = ${me}`, ownOnly),
    update(`public.notifications set title = 'x' where user_id = ${me}`, nobody),
    remove(`public.notifications where user_id = ${me}`, nobody),
  ],
  'public.complaints': asks('complaints.write', [
    select(`public.complaints where user_id = ${me}`, ['no', 1, 0, 1, 1, 'no', 1]),
    insert("public.complaints (number, name, email, message) values ('CMP/00-01/000009', 'A', 'a@b.in', 'It arrived broken')", nobody),
    update(`public.complaints set status = 'answered' where user_id = ${me}`, adminsFind),
    update(`public.complaints set message = 'All is well, thank you' where user_id = ${me}`, nobody),
    remove(`public.complaints where user_id = ${me}`, nobody),
  ]),
  'public.consents': asks('customers.read', [
    select(`public.consents where user_id = ${me}`, ownerAndAdmins),
    insert("public.consents (purpose, version, given) values ('offers', 1, false)", ['no', 1, 1, 1, 1, 'no', 'no'], AS_CUSTOMER), // each signed-in user for themselves
    insert(`public.consents (user_id, purpose, version, given) values (${me}, 'offers', 1, false)`, nobody),
    insert("public.consents (purpose, version, given) values ('account', 1, false)", nobody, AS_CUSTOMER),
    update(`public.consents set given = false where user_id = ${me}`, nobody),
    remove(`public.consents where user_id = ${me}`, nobody),
  ]),
  'private.complaint_clients': [
    select('private.complaint_clients', nobody, A_CLIENT),
    insert("private.complaint_clients values ('x', now())", nobody),
    update("private.complaint_clients set client = 'y'", nobody, A_CLIENT),
    remove('private.complaint_clients', nobody, A_CLIENT),
  ],
  'private.tries': [
    select('private.tries', nobody, A_COUNT),
    insert("private.tries values (1, decode(repeat('02', 16), 'hex'), 1, now())", nobody),
    update('private.tries set count = 0', nobody, A_COUNT),
    remove('private.tries', nobody, A_COUNT),
  ],
  'private.jobs': [
    select('private.jobs', nobody, A_JOB),
    insert("private.jobs (name) values ('x')", nobody),
    update("private.jobs set failure = 'x'", nobody, A_JOB),
    remove('private.jobs', nobody, A_JOB),
  ],
  'private.api_keys': [
    select('private.api_keys', nobody, A_KEY),
    insert("private.api_keys (user_id, name, role, digest, hint) values (gen_random_uuid(), 'x', 'orders', sha256('y'), '1234')", nobody),
    update('private.api_keys set revoked_at = null', nobody, A_KEY),
    remove('private.api_keys', nobody, A_KEY),
  ],
  'private.webhook_endpoints': [
    select('private.webhook_endpoints', nobody, AN_ENDPOINT),
    insert("private.webhook_endpoints (url) values ('https://b.example/')", nobody),
    update('private.webhook_endpoints set active = false', nobody, AN_ENDPOINT),
    remove('private.webhook_endpoints', nobody, AN_ENDPOINT),
  ],
  'private.webhook_deliveries': [
    select('private.webhook_deliveries', nobody, A_DELIVERY),
    insert("private.webhook_deliveries (endpoint_id, kind, object_id, data) select id, 'a.b', id, '{}' from private.webhook_endpoints", nobody, AN_ENDPOINT),
    update("private.webhook_deliveries set state = 'parked'", nobody, A_DELIVERY),
    remove('private.webhook_deliveries', nobody, A_DELIVERY),
  ],
  'private.backups': [
    select('private.backups', nobody, A_BACKUP),
    insert('private.backups default values', nobody),
    update("private.backups set failure = 'x'", nobody, A_BACKUP),
    remove('private.backups', nobody, A_BACKUP),
  ],
  'private.backup_schedule': [
    select('private.backup_schedule', nobody, A_SCHEDULE),
    insert("private.backup_schedule (every) values ('1 day')", nobody),
    update("private.backup_schedule set every = '2 days'", nobody, A_SCHEDULE),
    remove('private.backup_schedule', nobody, A_SCHEDULE),
  ],
  'private.disks': [
    select('private.disks', nobody, A_DISK),
    insert("private.disks values ('web-2', 1, 2)", nobody),
    update('private.disks set free_bytes = 2', nobody, A_DISK),
    remove('private.disks', nobody, A_DISK),
  ],
  'private.alerts': [
    select('private.alerts', nobody, AN_ALERT),
    insert("private.alerts (code, urgent) values ('mails_late', true)", nobody),
    update('private.alerts set urgent = false', nobody, AN_ALERT),
    remove('private.alerts', nobody, AN_ALERT),
  ],
  'private.facet_kinds': [
    select('private.facet_kinds', nobody, A_KIND),
    insert("private.facet_kinds (line, moq, stock, n, lowest, highest) values ('y', 1, 'in_stock', 1, 1, 1)", nobody),
    update('private.facet_kinds set n = 2', nobody, A_KIND),
    remove('private.facet_kinds', nobody, A_KIND),
  ],
  'private.facet_changes': [
    select('private.facet_changes', nobody, A_CHANGE),
    insert("private.facet_changes (moq, stock, status, gst, n) values (1, 'in_stock', 'active', 18, 1)", nobody),
    update('private.facet_changes set n = 2', nobody, A_CHANGE),
    remove('private.facet_changes', nobody, A_CHANGE),
  ],
  'private.ranking': [
    select('private.ranking', nobody, RANKED),
    insert('private.ranking (read_from, read_to) values (1, 2)', nobody),
    update('private.ranking set read_to = 3', nobody, RANKED),
    remove('private.ranking', nobody, RANKED),
  ],
  'private.facet_counts': [
    select('private.facet_counts', nobody, COUNTS),
    insert("private.facet_counts (product_values) values ('{}')", nobody),
    update('private.facet_counts set counted_at = now()', nobody, COUNTS),
    remove('private.facet_counts', nobody, COUNTS),
  ],
  'private.hook_calls': [
    select('private.hook_calls', nobody, A_CALL),
    insert("private.hook_calls (digest) values (repeat('1', 64))", nobody),
    update('private.hook_calls set received_at = now()', nobody, A_CALL),
    remove('private.hook_calls', nobody, A_CALL),
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
  'private.phone_code_secret': [
    select('private.phone_code_secret', nobody),
    insert('private.phone_code_secret default values', nobody, 'delete from private.phone_code_secret'),
    update("private.phone_code_secret set secret = decode(repeat('00', 32), 'hex')", nobody),
    remove('private.phone_code_secret', nobody),
  ],
  'private.phone_codes': [
    select('private.phone_codes', nobody, A_CODE),
    insert(`private.phone_codes values (${me}, decode(repeat('00', 32), 'hex'), now())`, nobody),
    update("private.phone_codes set expires_at = 'infinity'", nobody, A_CODE),
    remove('private.phone_codes', nobody, A_CODE),
  ],
  'private.phone_code_tries': [
    select('private.phone_code_tries', nobody, A_TRY),
    insert("private.phone_code_tries (phone, tried_at) values ('x', now())", nobody),
    update("private.phone_code_tries set tried_at = '-infinity'", nobody, A_TRY),
    remove('private.phone_code_tries', nobody, A_TRY),
  ],
}
