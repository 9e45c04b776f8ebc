/** Orders, their payments, documents and mails. */
import { asks, nobody, adminsOnly, adminsFind, ownerAndAdmins, select, insert, update, remove, me, order } from './asking.ts'
import type { Case } from './asking.ts'
import { DISCOUNT, ORDER, OTHER_ORDER, PEOPLE } from '../scenario.ts'

const PROVIDER_ORDER = `insert into private.razorpay_orders (id, order_id) values ('order_1', ${order})`
const A_CLAIM = `insert into private.payment_claims (order_id, user_id, claimed_at) values (${order}, ${me}, now())`
const CHARGE = "insert into private.razorpay_payments (id, status) values ('pay_1', 'created')"
const EVENT = "insert into private.razorpay_events (id, event) values ('evt_1', 'order.paid')"
const RELEASED = `insert into private.released_redemptions (order_id, discount_id) values (${order}, '${DISCOUNT}')`
const A_NOTE = `insert into public.order_notes (order_id, author, body, created_at) values (${order}, '${PEOPLE.admin}', 'Before noon', now() - interval '1 hour')`
const RETURN = `insert into public.returns (id, order_id, number, state, asked_by, reason) values ('${ORDER}', ${order}, 1, 'requested', 'customer', 'damaged'); insert into public.return_lines
  (return_id, order_item_id, quantity) select '${ORDER}', i.id, 1 from public.order_items i where i.order_id = ${order}`
const PHOTO = `${RETURN}; insert into private.return_photos (return_id, bytes) values (${order}, 'x')`
const PARCEL = `insert into public.shipments (id, order_id, number, state) values ('${ORDER}', ${order}, 1, 'packed'); insert into public.shipment_lines
  select '${ORDER}', i.id, 1 from public.order_items i where i.order_id = ${order}`
const A_QR = "repeat('a', 40) || '.' || repeat('a', 40) || '.' || repeat('a', 40)"
const E_INVOICE = `insert into public.e_invoices (document_id, irn, ack_no, ack_at, signed_qr)
  select id, repeat('a', 64), '112620036563310', now(), ${A_QR} from public.documents where order_id = ${order} limit 1`
const A_REFUND = `insert into public.refunds (order_id, payment_id, amount, source) select order_id, id, 1, 'goodwill' from public.payments where order_id = ${order}`
const A_REMITTANCE = "insert into public.remittances (courier, reference, received_on, received) values ('A', 'R', '2026-11-20', 1)"
const A_LINE = `${A_REMITTANCE}; insert into public.remittance_lines (remittance_id, place, line_key, collected) select id, 1, 'X', 1 from public.remittances`
const AN_UNDONE = `insert into private.undone_payments (payment_id, reason, undone_at) select id, 'x', now() from public.payments where order_id = ${order}`
const A_RECEIPT = `insert into public.bank_receipts (order_id, payment_id, received_on, amount, line) select order_id, id, '2026-11-21', 1, sha256('x') from public.payments where order_id = ${order}`
const A_REMINDER = `insert into public.payment_reminders (order_id, channel, amount) values (${order}, 'mail', 1)`
const SENT_REFUND = `${CHARGE}; ${A_REFUND}; insert into private.razorpay_refunds (refund_id, charge_id) select id, 'pay_1' from public.refunds`
const CREDIT = `select private.add_store_credit(${me}, 5, 'staff', 'Given', null)`
const OVERRIDE = `insert into public.order_overrides (order_id, kind, given, reason) values (${order}, 'discount', 10, 'A late delivery')`
const BOOKING = `${PARCEL}; insert into public.courier_bookings (shipment_id, courier, state) values (${order}, 'DTDC', 'booking')`
const LOOSE = 'insert into private.loose_document_files (version) values (gen_random_uuid())'
const DAMAGED = `insert into private.damaged_document_files (file_id, copies, irns) select file_id, copies, irns from private.document_files where order_id = ${order}`
const STORAGE = 'insert into private.document_storage (starts_at) values (now())'

export const orders: Record<string, Case[]> = {
  'public.orders': asks('orders.process', [
    ...asks('orders.read', [select(`public.orders where id = ${order}`, ['no', 1, 0, 1, 1, 'no', 1])]),
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
  ]),
  'public.order_items': asks('orders.read', [
    select(`public.order_items where order_id = ${order}`, ['no', 1, 0, 1, 1, 'no', 1]),
    insert(
      `public.order_items (order_id, product_name, quantity, unit_price, taxable, rate, cgst, sgst, igst, total) values (${order}, 'x', 1, 118, 100, 18, 9, 9, 0, 118)`,
      ['no', 'no', 'no', 'no', 'no', 1, 'no'],
    ),
    update(`public.order_items set quantity = quantity where order_id = ${order}`, nobody),
    remove(`public.order_items where order_id = ${order}`, nobody),
  ]),
  'public.order_status_history': asks('orders.read', [
    select(`public.order_status_history where order_id = ${order}`, ownerAndAdmins),
    insert(`public.order_status_history (order_id, status, notes, created_by) values (${order}, 'cancelled', 'x', ${me})`, nobody),
    update(`public.order_status_history set notes = 'x' where order_id = ${order}`, nobody),
    remove(`public.order_status_history where order_id = ${order}`, nobody),
  ]),
  // an hour old, so that its author may still correct it
  'public.order_notes': asks('orders.process', [
    ...asks('orders.read', [select(`public.order_notes where order_id = ${order}`, adminsFind, A_NOTE)]),
    insert(`public.order_notes (order_id, body) values (${order}, 'Ask for Suresh at the gate')`, adminsOnly),
    { ...update(`public.order_notes set body = 'After two' where order_id = ${order}`, ['no', 0, 0, 1, 0, 'no', 'no'], A_NOTE), permitted: 0 },
    update(`public.order_notes set author = ${me} where order_id = ${order}`, nobody, A_NOTE),
    { ...remove(`public.order_notes where order_id = ${order}`, ['no', 0, 0, 1, 0, 'no', 'no'], A_NOTE), permitted: 0 },
  ]),
  'public.shipments': asks('orders.read', [
    select(`public.shipments where order_id = ${order}`, ['no', 1, 0, 1, 1, 'no', 1], PARCEL),
    insert(`public.shipments (order_id, number, state) values (${order}, 2, 'packed')`, nobody),
    update("public.shipments set courier = 'DTDC'", nobody, PARCEL),
    remove('public.shipments', nobody, PARCEL),
  ]),
  'public.courier_bookings': asks('orders.read', [
    select('public.courier_bookings', ['no', 0, 0, 1, 1, 'no', 'no'], BOOKING),
    insert(`public.courier_bookings (shipment_id, courier, state) values (${order}, 'DTDC', 'booking')`, nobody, PARCEL),
    update("public.courier_bookings set courier = 'x'", nobody, BOOKING),
    remove('public.courier_bookings', nobody, BOOKING),
  ]),
  'public.shipment_lines': asks('orders.read', [
    select(`public.shipment_lines where shipment_id = ${order}`, ['no', 1, 0, 1, 1, 'no', 1], PARCEL),
    insert(
      `public.shipment_lines (shipment_id, order_item_id, quantity) select ${order}, i.id, 1 from public.order_items i`,
      nobody,
      `${PARCEL}; delete from public.shipment_lines`,
    ),
    update('public.shipment_lines set quantity = 1', nobody, PARCEL),
    remove('public.shipment_lines', nobody, PARCEL),
  ]),
  'public.returns': asks('orders.read', [
    {
      ...select(`id from public.returns where order_id = ${order}`, ['no', 1, 0, 1, 1, 'no', 1], RETURN),
      sql: `select id from public.returns where order_id = ${order}`,
    },
    select(`(select created_by from public.returns) r`, ['no', 'no', 'no', 'no', 'no', 'no', 1], RETURN),
    insert(`public.returns (order_id, number, state, asked_by, reason) values (${order}, 2, 'approved', 'staff', 'other')`, nobody),
    update("public.returns set state = 'approved'", nobody, RETURN),
    remove('public.returns', nobody, RETURN),
  ]),
  'public.return_lines': asks('orders.read', [
    select(`public.return_lines where return_id = ${order}`, ['no', 1, 0, 1, 1, 'no', 1], RETURN),
    insert(
      `public.return_lines (return_id, order_item_id, quantity) select ${order}, i.id, 1 from public.order_items i`,
      nobody,
      `${RETURN}; delete from public.return_lines`,
    ),
    update('public.return_lines set quantity = 1', nobody, RETURN),
    remove('public.return_lines', nobody, RETURN),
  ]),
  'private.return_photos': [
    select('private.return_photos', nobody, PHOTO),
    insert(`private.return_photos (return_id, bytes) values (${order}, 'x')`, nobody, RETURN),
    update("private.return_photos set bytes = 'x'", nobody, PHOTO),
    remove('private.return_photos', nobody, PHOTO),
  ],
  'private.order_words': [
    select('private.order_words', nobody),
    insert(`private.order_words values (${order}, 'x')`, nobody, 'delete from private.order_words'),
    update("private.order_words set words = 'x'", nobody),
    remove('private.order_words', nobody),
  ],
  'private.order_number_secret': [
    select('private.order_number_secret', nobody),
    insert('private.order_number_secret default values', nobody, 'delete from private.order_number_secret'),
    update("private.order_number_secret set secret = decode(repeat('00', 32), 'hex')", nobody),
    remove('private.order_number_secret', nobody),
  ],
  'public.order_events': asks('orders.read', [
    select(`public.order_events where order_id = ${order}`, adminsFind),
    insert(`public.order_events (order_id, fields) values (${order}, '{status}')`, nobody),
    update(`public.order_events set fields = '{}' where order_id = ${order}`, nobody),
    remove(`public.order_events where order_id = ${order}`, nobody),
  ]),
  'public.payments': asks('payments.manage', [
    ...asks('orders.read', [select(`public.payments where order_id = ${order}`, ownerAndAdmins)]),
    insert(`public.payments (order_id, method, state, amount) values (${order}, 'cod', 'cod_pending', 1)`, ['no', 'no', 'no', 'no', 'no', 1, 'no']),
    insert(`public.payments (order_id, method, state, amount) values (${order}, 'upi', 'paid', 1)`, nobody),
    update(`public.payments set state = 'paid' where order_id = ${order}`, adminsFind),
    update(`public.payments set failure = 'x' where order_id = ${order}`, nobody),
    update(`public.payments set amount = 1 where order_id = ${order}`, nobody),
    remove(`public.payments where order_id = ${order}`, nobody),
  ]),
  'public.remittances': asks('payments.manage', [
    select('public.remittances', adminsFind, A_REMITTANCE),
    insert("public.remittances (courier, reference, received_on, received) values ('A', 'R', '2026-11-20', 1)", nobody),
    update('public.remittances set received = 2', nobody, A_REMITTANCE),
    remove('public.remittances', nobody, A_REMITTANCE),
  ]),
  'public.remittance_lines': asks('payments.manage', [
    select('public.remittance_lines', adminsFind, A_LINE),
    insert("public.remittance_lines (remittance_id, place, line_key, collected) select id, 2, 'Y', 1 from public.remittances", nobody, A_REMITTANCE),
    update('public.remittance_lines set booked = 1', nobody, A_LINE),
    remove('public.remittance_lines', nobody, A_LINE),
  ]),
  'public.bank_receipts': asks('orders.read', [
    select(`public.bank_receipts where order_id = ${order}`, ownerAndAdmins, A_RECEIPT),
    insert(
      `public.bank_receipts (order_id, payment_id, received_on, amount, line) select order_id, id, '2026-11-21', 1, sha256('x') from public.payments where order_id = ${order}`,
      nobody,
    ),
    update(`public.bank_receipts set amount = 2 where order_id = ${order}`, nobody, A_RECEIPT),
    remove(`public.bank_receipts where order_id = ${order}`, nobody, A_RECEIPT),
  ]),
  'public.payment_reminders': asks('orders.read', [
    select(`public.payment_reminders where order_id = ${order}`, adminsFind, A_REMINDER),
    insert(`public.payment_reminders (order_id, channel, amount) values (${order}, 'mail', 1)`, nobody),
    update(`public.payment_reminders set channel = 'mail' where order_id = ${order}`, nobody, A_REMINDER),
    remove(`public.payment_reminders where order_id = ${order}`, nobody, A_REMINDER),
  ]),
  'public.refunds': asks('orders.read', [
    select(`public.refunds where order_id = ${order}`, ownerAndAdmins, A_REFUND),
    insert(`public.refunds (order_id, payment_id, amount, source) select order_id, id, 1, 'goodwill' from public.payments where order_id = ${order}`, nobody),
    update(`public.refunds set state = 'withdrawn' where order_id = ${order}`, nobody, A_REFUND),
    remove(`public.refunds where order_id = ${order}`, nobody, A_REFUND),
  ]),
  'public.store_credit_balances': asks('payments.manage', [
    select(`public.store_credit_balances where user_id = ${me}`, ownerAndAdmins, CREDIT),
    insert(`public.store_credit_balances (user_id, balance) values (${me}, 1)`, nobody),
    update('public.store_credit_balances set balance = 9', nobody, CREDIT),
    remove('public.store_credit_balances', nobody, CREDIT),
  ]),
  'public.store_credit_entries': asks('payments.manage', [
    select(`(select id from public.store_credit_entries where user_id = ${me}) e`, ownerAndAdmins, CREDIT),
    select(`(select created_by from public.store_credit_entries) e`, nobody, CREDIT),
    insert(`public.store_credit_entries (user_id, amount, kind, reason) values (${me}, 1, 'staff', 'x')`, nobody),
    update('public.store_credit_entries set amount = 9', nobody, CREDIT),
    remove('public.store_credit_entries', nobody, CREDIT),
  ]),
  'public.documents': asks('orders.read', [
    select(`public.documents where order_id = ${order}`, ['no', 1, 0, 1, 1, 'no', 1]),
    insert(
      `public.documents (order_id, kind, form, serial, issued_at, content, content_hash) values (${order}, 'invoice', 'tax_invoice', 'X', now(), '{}', '')`,
      nobody,
      `delete from public.documents where order_id = ${order}`,
    ),
    update(`public.documents set serial = 'X' where order_id = ${order}`, nobody),
    update(`public.documents set content = '{}' where order_id = ${order}`, nobody),
    remove(`public.documents where order_id = ${order}`, nobody),
  ]),
  'public.e_invoices': asks('orders.read', [
    select('public.e_invoices', ['no', 1, 0, 1, 1, 'no', 1], E_INVOICE),
    insert(
      `public.e_invoices (document_id, irn, ack_no, ack_at, signed_qr) select id, repeat('a', 64), '112620036563310', now(), ${A_QR} from public.documents where order_id = ${order}`,
      nobody,
    ),
    update("public.e_invoices set ack_no = '112620036563311'", nobody, E_INVOICE),
    remove('public.e_invoices', nobody, E_INVOICE),
  ]),
  'public.order_overrides': asks('orders.read', [
    select(`public.order_overrides where order_id = ${order}`, adminsFind, OVERRIDE),
    insert(`public.order_overrides (order_id, kind, given, reason) values (${order}, 'discount', 10, 'x')`, nobody),
    update("public.order_overrides set reason = 'x'", nobody, OVERRIDE),
    remove('public.order_overrides', nobody, OVERRIDE),
  ]),
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
  'private.undone_payments': [
    select('private.undone_payments', nobody, AN_UNDONE),
    insert("private.undone_payments (payment_id, reason, undone_at) select id, 'x', now() from public.payments", nobody),
    update("private.undone_payments set reason = 'y'", nobody, AN_UNDONE),
    remove('private.undone_payments', nobody, AN_UNDONE),
  ],
  'private.payment_claims': [
    select('private.payment_claims', nobody, A_CLAIM),
    insert(`private.payment_claims (order_id, user_id, claimed_at) values (${order}, ${me}, now())`, nobody),
    update("private.payment_claims set claimed_at = '2020-01-01'", nobody, A_CLAIM),
    remove('private.payment_claims', nobody, A_CLAIM),
  ],
  'private.document_files': [
    select(`private.document_files where order_id = ${order}`, nobody),
    insert(`private.document_files (order_id, file_id, copies, bytes, sha256) values (${order}, gen_random_uuid(), 'all', '', '')`, nobody),
    update("private.document_files set bytes = ''", nobody),
    remove('private.document_files', nobody),
  ],

  'private.loose_document_files': [
    select('private.loose_document_files', nobody, LOOSE),
    insert('private.loose_document_files (version) values (gen_random_uuid())', nobody),
    update('private.loose_document_files set attempts = 0', nobody, LOOSE),
    remove('private.loose_document_files', nobody, LOOSE),
  ],
  'private.damaged_document_files': [
    select('private.damaged_document_files', nobody, DAMAGED),
    insert(`private.damaged_document_files (file_id, copies, irns) select file_id, copies, irns from private.document_files where order_id = ${order}`, nobody),
    update('private.damaged_document_files set noticed_at = now()', nobody, DAMAGED),
    remove('private.damaged_document_files', nobody, DAMAGED),
  ],
  'private.document_storage': [
    select('private.document_storage', nobody, STORAGE),
    insert('private.document_storage (starts_at) values (now())', nobody),
    update('private.document_storage set starts_at = now()', nobody, STORAGE),
    remove('private.document_storage', nobody, STORAGE),
  ],
  'private.razorpay_orders': [
    select('private.razorpay_orders', nobody, PROVIDER_ORDER),
    insert(`private.razorpay_orders (id, order_id) values ('order_2', '${OTHER_ORDER}')`, nobody),
    update("private.razorpay_orders set id = 'order_3'", nobody, PROVIDER_ORDER),
    remove('private.razorpay_orders', nobody, PROVIDER_ORDER),
  ],
  'private.razorpay_refunds': [
    select('private.razorpay_refunds', nobody, SENT_REFUND),
    insert("private.razorpay_refunds (refund_id, charge_id) select id, 'pay_1' from public.refunds", nobody, `${CHARGE}; ${A_REFUND}`),
    update('private.razorpay_refunds set tries = 0', nobody, SENT_REFUND),
    remove('private.razorpay_refunds', nobody, SENT_REFUND),
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
}
