import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop } from './shop.ts'
import type { Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const names = async (sql: string): Promise<string[]> => (await shop.owner.query<{ name: string }>(sql)).rows.map((row) => row.name)
const OURS = "n.nspname in ('public', 'private')"

test('row level security is on for every table', async () => {
  const tables = `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OURS} and c.relkind in ('r', 'p')`
  expect(await names(tables)).toContain('public.orders')
  expect(await names(`${tables} and not c.relrowsecurity`)).toEqual([])
})

test('every view runs with the rights of its caller', async () => {
  expect(
    await names(`select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where ${OURS} and c.relkind in ('v', 'm') and not coalesce(c.reloptions @> '{security_invoker=true}', false)`),
  ).toEqual([])
})

test('every function pins its search path', async () => {
  const functions = `select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${OURS}`
  expect(await names(`${functions} and p.prosecdef`)).toContain('private.may')
  // a standard SQL body is bound when the function is created: no search_path affects it
  expect(await names(`${functions} and p.prosqlbody is null and not coalesce(p.proconfig @> array['search_path=""'], false)`)).toEqual([])
})

test('only functions of check constraints and indexes may be called by public, and they read nothing', async () => {
  expect(
    await names(`select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where ${OURS} and (p.proacl is null or exists (select from aclexplode(p.proacl) a where a.grantee = 0)) order by name`),
  ).toEqual(['are_charges', 'charge_sum', 'guest_key', 'is_barcode', 'looks_like_gstin'])
})

test('exactly these functions can be called through the API', async () => {
  const callable = (role: string): Promise<string[]> =>
    names(`select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where ${OURS} and has_function_privilege('${role}', p.oid, 'execute') and has_schema_privilege('${role}', n.oid, 'usage') order by 1`)
  expect(await callable('anon')).toEqual([
    'public.delivery_at',
    'public.list_products',
    'public.logo_file',
    'public.match_order_lines',
    'public.near_order_lines',
    'public.product_facets',
    'public.search_products',
    'public.sees_shop',
    'public.sitemap_parts',
    'public.suggest_products',
  ])
  expect(await callable('authenticated')).toEqual([
    'public.accept_invite',
    'public.add_to_cart',
    'public.add_zip_picture',
    'public.admin_customer',
    'public.admin_dashboard',
    'public.admin_orders',
    'public.admin_people',
    'public.admin_product_count',
    'public.admin_product_groups',
    'public.admin_products',
    'public.admin_search',
    'public.announce_discount',
    'public.api_keys',
    'public.approve_return',
    'public.arrange_banners',
    'public.arrange_categories',
    'public.arrange_own_pages',
    'public.ask_return',
    'public.ask_when_back',
    'public.auth_emails',
    'public.bank_statement_facts',
    'public.begin_import',
    'public.block_account',
    'public.book_receipts',
    'public.book_remittance',
    'public.book_return',
    'public.book_undelivered',
    'public.bought_before',
    'public.cancel_rest',
    'public.category_parent',
    'public.category_usage',
    'public.change_products',
    'public.change_store_credit',
    'public.claim_payment',
    'public.close_return',
    'public.cod_allowance',
    'public.correct_shipment',
    'public.create_phone_code',
    'public.create_shipment',
    'public.decline_return',
    'public.delete_category',
    'public.delete_product',
    'public.deliver_paid',
    'public.deliver_shipment',
    'public.delivery_at',
    'public.delivery_pin_list',
    'public.demo_summary',
    'public.discount_uses',
    'public.dispatch_shipment',
    'public.dissolve_family',
    'public.end_previous_razorpay_secrets',
    'public.end_session',
    'public.exchange_choices',
    'public.expiry_counts',
    'public.failed_mails',
    'public.find_buyers',
    'public.find_coupon',
    'public.find_offers',
    'public.has_role',
    'public.hold_import',
    'public.import_delivery_pins',
    'public.import_families',
    'public.import_products',
    'public.kept_about_me',
    'public.list_products',
    'public.logo_file',
    'public.mail_setup',
    'public.match_order_lines',
    'public.may',
    'public.money_to_collect',
    'public.move_stock',
    'public.my_access',
    'public.my_counter',
    'public.my_invite',
    'public.my_permissions',
    'public.my_sessions',
    'public.near_order_lines',
    'public.opening_checklist',
    'public.order_money',
    'public.order_queue_counts',
    'public.order_timeline',
    'public.picture_downloads',
    'public.preview_remittance',
    'public.product_facets',
    'public.product_values',
    'public.products_by_sku',
    'public.queue_pictures',
    'public.razorpay_setup',
    'public.receivables',
    'public.receive_return',
    'public.receive_shipment',
    'public.record_payment',
    'public.record_surplus',
    'public.remind_of_payment',
    'public.remittance_list',
    'public.remittance_of',
    'public.retry_mail',
    'public.return_counts',
    'public.return_photo',
    'public.return_photo_ids',
    'public.returnable',
    'public.revoke_api_key',
    'public.row_history',
    'public.sales_breakdown',
    'public.sales_overview',
    'public.save_family',
    'public.save_product',
    'public.search_products',
    'public.sees_shop',
    'public.send_webhooks_again',
    'public.serial_overview',
    'public.set_eway_bill',
    'public.set_serial_series',
    'public.set_shop_open',
    'public.settle_failed_pictures',
    'public.settle_refund',
    'public.settle_remittance_line',
    'public.settle_unconfirmed_payment',
    'public.settle_unmatched_payment',
    'public.shop_health',
    'public.sitemap_parts',
    'public.staff_invites',
    'public.staff_names',
    'public.staff_security',
    'public.start_refund',
    'public.stock_cover',
    'public.stock_history',
    'public.stock_waiting',
    'public.suggest_products',
    'public.take_over_orders',
    'public.test_mail_result',
    'public.unblock_account',
    'public.undo_import',
    'public.undo_payment',
    'public.unmatched_payments',
    'public.unpack_shipment',
    'public.unused_product_files',
    'public.webhook_deliveries',
    'public.webhook_setup',
    'public.withdraw_refund',
    'public.withdraw_return',
  ])
  // of private, only functions that policies call, and patterns
  expect(await callable('shop_orders')).toEqual([
    'private.account_entries',
    'private.account_money',
    'private.account_orders',
    'private.add_return_photo',
    'private.are_charges',
    'private.begin_courier_booking',
    'private.begin_courier_cancellation',
    'private.begin_exchange',
    'private.begin_manual_order',
    'private.begin_order_change',
    'private.begin_owner_act',
    'private.cancel_e_invoice',
    'private.cancelled_e_invoices',
    'private.charge_sum',
    'private.count_tries',
    'private.create_api_key',
    'private.delete_account',
    'private.demo_files',
    'private.discounts_for',
    'private.document_file',
    'private.documents_to_register',
    'private.drop_courier_booking',
    'private.e_invoices_between',
    'private.end_courier_cancellation',
    'private.file_complaint',
    'private.file_diagnostics',
    'private.find_api_key',
    'private.find_document_file',
    'private.finish_exchange',
    'private.finish_manual_order',
    'private.first_buyer_names',
    'private.forget_demo_files',
    'private.forget_tries',
    'private.gst_documents',
    'private.gst_serials',
    'private.guest_key',
    'private.invite_staff',
    'private.is_barcode',
    'private.keep_courier_booking',
    'private.keep_document_files',
    'private.lock_buyer',
    'private.lock_discounts',
    'private.lock_discounts_for',
    'private.lock_discounts_of',
    'private.lock_serials',
    'private.lock_store_credit',
    'private.looks_like_gstin',
    'private.may_add_return_photo',
    'private.may_file_diagnostics',
    'private.may_try_coupon',
    'private.note_damaged_document',
    'private.note_document_files',
    'private.owed_of',
    'private.paid_otherwise',
    'private.record_e_invoice',
    'private.remove_demo',
    'private.repair_document_file',
    'private.send_test_mail',
    'private.set_identity',
    'private.set_logo',
    'private.set_mail_setup',
    'private.set_razorpay_keys',
    'private.set_role',
    'private.set_staff_security',
    'private.settle_exchange',
    'private.spend_store_credit',
    'private.staff_may',
    'private.store_document_files',
    'private.withdraw_invite',
    'private.write_order_change',
    'public.delivery_at',
  ])
  expect(await callable('shop_payments')).toEqual([
    'private.are_charges',
    'private.charge_sum',
    'private.claim_razorpay_checks',
    'private.claim_razorpay_refunds',
    'private.forget_razorpay_events',
    'private.guest_key',
    'private.is_barcode',
    'private.keep_razorpay_order',
    'private.looks_like_gstin',
    'private.note_razorpay_checked',
    'private.note_razorpay_refusal',
    'private.note_razorpay_word',
    'private.note_refund_refusal',
    'private.note_refunds_seen',
    'private.razorpay_begin',
    'private.razorpay_refund_due',
    'private.razorpay_shop',
    'private.settle_razorpay_payment',
    'private.settle_razorpay_refund',
    'private.take_razorpay_event',
    'private.unconfirmed_razorpay_payments',
  ])
  expect(await callable('shop_mail')).toEqual([
    'private.are_charges',
    'private.backlog',
    'private.backup_state',
    'private.cache_stock_covers',
    'private.cancel_unpaid_orders',
    'private.charge_sum',
    'private.claim_courier_checks',
    'private.claim_webhooks',
    'private.count_facets',
    'private.documents_to_fetch',
    'private.documents_to_store',
    'private.end_job',
    'private.erase_documents',
    'private.erase_guests',
    'private.erase_old_logs',
    'private.erase_old_requests',
    'private.erase_old_sign_ins',
    'private.erase_stored_files',
    'private.erase_webhooks',
    'private.fail_picture',
    'private.forget_loose_document_files',
    'private.guest_key',
    'private.is_barcode',
    'private.keep_picture',
    'private.looks_like_gstin',
    'private.mail_document',
    'private.mail_shop',
    'private.money_of',
    'private.move_document_to_database',
    'private.move_document_to_store',
    'private.note_courier_state',
    'private.note_damaged_document',
    'private.note_disk',
    'private.note_document_files',
    'private.note_mail_environment',
    'private.note_webhook',
    'private.notify_restocked',
    'private.queue_hook_mails',
    'private.raise_alerts',
    'private.rank_products',
    'private.refresh_search',
    'private.schedule_backups',
    'private.set_webhook_endpoint',
    'private.sum_sales',
    'private.take_jobs',
    'private.take_loose_document_files',
    'private.take_picture_downloads',
    'public.logo_file',
  ])
})

test('no role of the API can use the private schema', async () => {
  for (const role of ['anon', 'authenticated', 'service_role', 'authenticator', 'shop_callers']) {
    const { rows } = await shop.owner.query(
      "select has_schema_privilege($1, 'private', 'usage') as usage, has_schema_privilege($1, 'public', 'create') as make",
      [role],
    )
    expect(rows, role).toEqual([{ usage: false, make: false }])
  }
})

test('a new table and a new function have no grants', async () => {
  await shop.scratch(async (db) => {
    await db.run('create table public.later (id integer)')
    await db.run("create function public.later_function() returns integer language sql set search_path = '' as 'select 1'")
    for (const person of ['visitor', 'customer', 'orderService'] as const) {
      await db.as(person)
      expect(await db.refused('select from public.later'), person).toMatchObject({ code: '42501' })
      expect(await db.refused('select public.later_function()'), person).toMatchObject({ code: '42501' })
    }
  })
})

test('the logins of the services and the mail sender are members of no role and have no members', async () => {
  expect(
    await names(`select member::regrole || ' in ' || roleid::regrole as name from pg_auth_members
      where (member::regrole::text in ('shop_orders', 'shop_mail', 'shop_payments') or roleid::regrole::text in ('shop_orders', 'shop_mail', 'shop_payments')) and member::regrole::text <> current_user`),
  ).toEqual([])
  expect(
    await names(
      "select rolname as name from pg_roles where rolname like 'shop\\_%' and (rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolinherit)",
    ),
  ).toEqual([])
})

test('policies read the caller once per statement, not once per row', async () => {
  expect(
    await names(`select tablename || ': ' || policyname as name from pg_policies where schemaname in ('public', 'private', 'storage')
      and regexp_replace(coalesce(qual, '') || coalesce(with_check, ''), '\\( SELECT (auth\\.uid|private\\.may)\\(', '', 'g') ~ '(uid|may)\\('
      and policyname <> 'the order service takes orders'  -- an insert asks whether the writer named in its own row may`),
  ).toEqual([])
})

test('every foreign key has an index', async () => {
  expect(
    await names(`select k.conrelid::regclass || ' (' || a.attname || ')' as name from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      where k.contype = 'f' and k.connamespace in ('public'::regnamespace, 'private'::regnamespace)
        and not exists (select from pg_index x where x.indrelid = k.conrelid and x.indkey[0] = k.conkey[1])`),
  ).toEqual([])
})

test('a picture is never replaced, renamed or moved, by nobody', async () => {
  const rowOf = "select name, version from storage.objects where bucket_id in ('product_images', 'banner_images') order by name"
  await shop.scratch(async (db) => {
    await db.run("insert into storage.objects (bucket_id, name, version) values ('product_images', 'a.webp', 'one'), ('banner_images', 'b.webp', 'one')")
    for (const person of ['visitor', 'customer', 'admin', 'superAdmin'] as const) {
      await db.as(person)
      for (const change of ["version = 'two'", "name = 'c.webp'", "bucket_id = 'category_images'"])
        expect((await db.run(`update storage.objects set ${change}`)).rowCount, `${person} ${change}`).toBe(0)
    }
    await db.as('owner')
    expect(await db.rows(rowOf)).toEqual([
      { name: 'a.webp', version: 'one' },
      { name: 'b.webp', version: 'one' },
    ])
  })
})

test('only admins write pictures, and no one writes documents', async () => {
  const upload = (bucket: string): string => `insert into storage.objects (bucket_id, name) values ('${bucket}', 'a.webp')`
  for (const bucket of ['product_images', 'category_images', 'banner_images']) {
    await shop.scratch(async (db) => {
      for (const person of ['visitor', 'customer'] as const) {
        await db.as(person)
        expect(await db.refused(upload(bucket)), `${person} ${bucket}`).toMatchObject({ code: '42501' })
      }
      await db.as('admin')
      await db.run(upload(bucket))
      await db.as('customer')
      expect((await db.run('delete from storage.objects')).rowCount).toBe(0)
      await db.as('admin')
      expect((await db.run('delete from storage.objects')).rowCount).toBe(1)
    })
  }
  await shop.scratch(async (db) => {
    await db.run(upload('documents'))
    for (const person of ['customer', 'admin', 'superAdmin'] as const) {
      await db.as(person)
      expect(await db.refused(upload('documents').replace('a.webp', 'b.webp')), person).toMatchObject({ code: '42501' })
      expect(await db.rows('select from storage.objects'), person).toHaveLength(0)
    }
  })
})
