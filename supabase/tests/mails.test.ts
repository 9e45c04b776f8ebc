import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER, PRODUCT, openShop } from './shop.ts'
import type { Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await shop.owner.query("update public.settings set email = 'care@shop.example'")
})
afterAll(() => shop.close())

const QUEUED = 'select kind, recipient, data from private.mails where kind = $1'

test('a refund notifies the buyer once, in the transaction that records it', async () => {
  await shop.scratch(async (db) => {
    await db.run("update public.payments set state = 'paid' where order_id = $1", [ORDER])
    await db.run("update public.payments set state = 'refund_due' where order_id = $1", [ORDER])
    expect(await db.rows(QUEUED, ['order_refunded'])).toEqual([])
    await db.run("update public.payments set state = 'refunded' where order_id = $1", [ORDER])
    await db.run('update public.orders set payment_state = payment_state where id = $1', [ORDER])
    expect(await db.rows(QUEUED, ['order_refunded'])).toMatchObject([
      { kind: 'order_refunded', recipient: 'customer@example.in', data: { order_id: ORDER, amount: 336, reference: null } },
    ])
  })
})

test('a sale that leaves fewer than ten pieces notifies the shop once', async () => {
  await shop.scratch(async (db) => {
    const sell = (left: number): Promise<unknown> => db.run('update public.products set stock = $2 where id = $1', [PRODUCT.cream, left])
    await sell(40)
    await db.as('orderService')
    await sell(10)
    await db.as('owner')
    expect(await db.rows(QUEUED, ['low_stock'])).toEqual([])
    await db.as('orderService')
    await sell(9)
    await sell(3)
    await db.as('owner')
    expect(await db.rows(QUEUED, ['low_stock'])).toEqual([
      { kind: 'low_stock', recipient: 'care@shop.example', data: { product_id: PRODUCT.cream, name: 'Rose Cream', sku: 'CREAM', stock: 9 } },
    ])
  })
})

test('staff who enter a stock count are not notified of it', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await db.run('update public.products set stock = 2 where id = $1', [PRODUCT.cream])
    await db.as('owner')
    expect(await db.rows(QUEUED, ['low_stock'])).toEqual([])
  })
})

test('only admins see failed mails and retry them, and only owners see the addresses', async () => {
  await shop.scratch(async (db) => {
    const [given] = await db.rows(
      `insert into private.mails (kind, recipient, status, attempts, last_error, data)
       values ('order_placed', 'asha@b.example', 'failed', 10, '451 asha@b.example: not now', '{"secret":"x"}') returning id`,
    )
    for (const asker of ['visitor', 'customer'] as const) {
      await db.as(asker)
      expect(await db.refused('select * from public.failed_mails()'), asker).toMatchObject({ code: '42501' })
      expect(await db.refused('select public.retry_mail($1)', [(given as { id: string }).id]), asker).toMatchObject({ code: '42501' })
    }
    const failed = 'select kind, recipient, attempts, last_error from public.failed_mails()'
    await db.as('superAdmin')
    expect(await db.rows(failed)).toEqual([{ kind: 'order_placed', recipient: 'asha@b.example', attempts: 10, last_error: '451 asha@b.example: not now' }])
    await db.as('admin')
    expect(await db.rows(failed), 'a manager').toEqual([
      { kind: 'order_placed', recipient: 'a…@b.example', attempts: 10, last_error: '451 (the address): not now' },
    ])
    await db.run('select public.retry_mail($1)', [(given as { id: string }).id])
    expect(await db.rows('select * from public.failed_mails()')).toEqual([])
    expect(await db.refused('select public.retry_mail($1)', [(given as { id: string }).id]), 'twice').toMatchObject({ code: 'PT404' })
    await db.as('owner')
    expect(await db.rows('select status, attempts from private.mails where id = $1', [(given as { id: string }).id])).toEqual([
      { status: 'queued', attempts: 0 },
    ])
  })
})

test('the mail sender queues the mails of a call of the Send Email hook once, whole or not at all; nobody else does', async () => {
  await shop.scratch(async (db) => {
    const mail = (kind: string) => ({ kind, recipient: 'a@b.example', sealed: 'c2VhbGVk', expires_at: '2026-11-21T10:00:00Z' })
    const call = (digit: string, ...kinds: string[]): [string, unknown[]] => [
      'select private.queue_hook_mails($1, $2)',
      [digit.repeat(64), JSON.stringify(kinds.map(mail))],
    ]
    const queued = async (): Promise<unknown[]> => {
      await db.as('owner')
      return db.rows("select kind from private.mails where recipient = 'a@b.example' order by id")
    }
    for (const other of ['visitor', 'customer', 'admin', 'server', 'orderService'] as const) {
      await db.as(other)
      expect(await db.refused(...call('1', 'signup')), other).toMatchObject({ code: '42501' })
    }
    await db.as('mailer')
    for (let n = 0; n < 2; n += 1) await db.run(...call('1', 'email_change', 'email_change_current'))
    expect(await db.refused(...call('2', 'reauthentication', 'order_placed'))).toMatchObject({ code: '23514' })
    expect(await db.refused('insert into private.hook_calls (digest) values ($1)', ['3'.repeat(64)])).toMatchObject({ code: '42501' })
    expect(await queued()).toEqual([{ kind: 'email_change' }, { kind: 'email_change_current' }])
    await db.run("update private.hook_calls set received_at = now() - interval '25 hours'")
    await db.as('mailer')
    await db.run(...call('2', 'reauthentication'))
    expect(await queued()).toHaveLength(3)
    expect(await db.rows('select digest from private.hook_calls')).toEqual([{ digest: '2'.repeat(64) }])
  })
})

test('the auth service queues mails of its own kinds and cannot read the queue; a link is deleted once its mail is no longer queued', async () => {
  await shop.scratch(async (db) => {
    const ask = (kind: string): [string, unknown[]] => ['select private.queue_auth_mail($1, $2, $3, $4)', [kind, 'a@b.example', 'c2VhbGVk', '2026-11-21']]
    for (const other of ['visitor', 'customer', 'admin', 'server', 'orderService', 'mailer'] as const) {
      await db.as(other)
      expect(await db.refused(...ask('recovery')), other).toMatchObject({ code: '42501' })
    }
    await db.as('owner')
    await db.run("select set_config('role', 'supabase_auth_admin', true)")
    await db.run(...ask('recovery'))
    for (const kind of ['mfa_factor_enrolled', 'mfa_factor_unenrolled', 'mfa_recovery_code_used', 'mfa_wrong_codes']) await db.run(...ask(kind))
    expect(await db.refused(...ask('order_placed'))).toMatchObject({ code: '23514' })
    const notice = (kind: string): [string, unknown[]] => ['select private.queue_notice_mail($1, $2, $3, $4)', [kind, 'a@b.example', 'c2VhbGVk', '2026-11-21']]
    await db.run(...notice('account_exists'))
    expect(await db.refused(...notice('recovery'))).toMatchObject({ code: '23514' })
    for (const other of ['visitor', 'customer', 'admin', 'server', 'orderService', 'mailer'] as const) {
      await db.as(other)
      expect(await db.refused(...notice('account_exists')), other).toMatchObject({ code: '42501' })
    }
    await db.as('owner')
    await db.run("select set_config('role', 'supabase_auth_admin', true)")
    expect(await db.refused('select from private.mails')).toMatchObject({ code: '42501' })
    for (const status of ['sent', 'failed']) {
      await db.as('owner')
      await db.run("update private.mails set status = 'queued', data = data || '{\"sealed\":\"c2VhbGVk\"}' where kind = 'recovery'")
      await db.as('mailer')
      await db.run('update private.mails set status = $1 where kind = $2', [status, 'recovery'])
      await db.as('owner')
      expect(await db.rows("select data ? 'sealed' as sealed, data ? 'expires_at' as dated from private.mails where kind = 'recovery'"), status).toEqual([
        { sealed: false, dated: true },
      ])
    }
  })
})

test('the mail sender reads only the document of a queued mail', async () => {
  await shop.scratch(async (db) => {
    const paper = async (kind: string, status: string | null, queued = 'queued'): Promise<unknown> => {
      await db.as('owner')
      const [mail] = await db.rows(
        "insert into private.mails (kind, recipient, status, data) values ($1, 'a@b.example', $2, jsonb_build_object('order_id', $3::text, 'status', $4::text)) returning id",
        [kind, queued, ORDER, status],
      )
      await db.as('mailer')
      return (await db.rows("select document_type, convert_from(bytes, 'UTF8') as bytes from private.mail_document($1)", [(mail as { id: string }).id]))[0]
    }
    expect(await paper('order_status', 'processing'), 'before it is issued').toBeUndefined()
    await db.as('owner')
    await db.run("update public.orders set status = 'processing' where id = $1", [ORDER])
    expect(await paper('order_status', 'processing'), 'before it is drawn').toEqual({ document_type: 'invoice', bytes: null })
    await db.as('owner')
    await db.run(
      "select private.keep_document_files((select d.file_id from public.documents d where d.order_id = $1 limit 1), 'original', 'the original', 'all copies')",
      [ORDER],
    )
    expect(await paper('order_status', 'processing')).toEqual({ document_type: 'invoice', bytes: 'the original' })
    for (const [kind, status] of [
      ['order_placed', 'pending'],
      ['order_status', 'shipped'],
      ['order_status', 'delivered'],
      ['order_status', 'cancelled'],
      ['order_refunded', null],
    ] as const) {
      expect(await paper(kind, status), `${kind} ${status}`).toBeUndefined()
    }
    expect(await paper('order_status', 'processing', 'sent'), 'once it is sent').toBeUndefined()
    expect(await paper('order_status', 'processing', 'failed'), 'given up').toBeUndefined()
    await db.as('owner')
    await db.run("update public.orders set status = 'cancelled', cancel_reason = 'Refused' where id = $1", [ORDER])
    expect(await paper('order_status', 'cancelled')).toEqual({ document_type: 'creditNote', bytes: null })
    expect(await paper('order_refunded', null), 'of a refund that follows from none').toBeUndefined()
    expect(await db.refused("select private.document_file($1, 'original')", [ORDER])).toMatchObject({ code: '42501' })
    expect(await db.refused("select private.keep_document_files($1, 'original', '', '')", [ORDER])).toMatchObject({ code: '42501' })
    for (const other of ['visitor', 'customer', 'admin', 'server', 'orderService'] as const) {
      await db.as(other)
      expect(await db.refused('select private.mail_document(1)'), other).toMatchObject({ code: '42501' })
    }
  })
})
