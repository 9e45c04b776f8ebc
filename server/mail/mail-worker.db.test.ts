import { randomUUID } from 'node:crypto'
import { expect, test, vi, afterAll, afterEach, beforeAll, describe } from 'vitest'
import { Client } from 'pg'
import { openMailShop, type MailShop } from '../testing/mail-shop.ts'
import { openFakeSmtp } from '../testing/fake-smtp.ts'
import type { MailWorker } from './mail-worker.ts'
import { memoryDocumentFiles } from '#functions/testing/document-files.ts'

/** Milliseconds; generous, because a busy machine is slow. */
const PATIENCE = 20_000

let shop: MailShop
beforeAll(async () => void (shop = await openMailShop()))
afterAll(() => shop.close())
afterEach(() => shop.clear())

test('a mail is sent once its order is committed, with the data of the order', async () => {
  shop.open()
  const buyer = randomUUID()
  await shop.owner.query("insert into auth.users (id, email) values ($1, 'meera@looks.example')", [buyer])
  await shop.owner.query('begin')
  const id = await shop.order({ buyer })
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(await shop.outbox()).toEqual([])
  await shop.owner.query('commit')
  await vi.waitFor(async () => expect(await shop.outbox()).toHaveLength(1), PATIENCE)
  const [email] = await shop.outbox()
  expect(email?.to).toMatchObject([{ address: 'meera@looks.example' }])
  expect(email?.html).toContain('नूर उबटन')
  expect(email?.html).toContain('218.00')
  expect(email?.text).toContain('Deliver to: मीरा Nair, 48, 12th Main, Pune, Maharashtra 411001')
  expect(email?.html).toContain(`https://shop.example/order-confirmation/${id}`)
  await vi.waitFor(async () => expect(await shop.mails()).toMatchObject([{ status: 'sent', attempts: 1, last_error: null }]), PATIENCE)
})

test('a customer who waits for a product gets one mail in text and HTML, with a link to the product', async () => {
  shop.open()
  const [buyer, product] = [randomUUID(), randomUUID()]
  await shop.owner.query("insert into auth.users (id, email, email_confirmed_at) values ($1, 'waits@looks.example', now())", [buyer])
  await shop.owner.query("insert into public.products (id, sku, name, price, stock) values ($1, 'BACK', 'नूर Ubtan', 100, 0)", [product])
  await shop.owner.query('insert into public.stock_requests (user_id, product_id, version) values ($1, $2, 1)', [buyer, product])
  await shop.owner.query('update public.products set stock = 4 where id = $1', [product])
  await shop.owner.query('select private.notify_restocked()')
  await shop.owner.query('select private.notify_restocked()')
  await vi.waitFor(async () => expect((await shop.mails()).map(({ kind, status }) => [kind, status])).toEqual([['back_in_stock', 'sent']]), PATIENCE)
  const [email] = await shop.outbox()
  expect(email).toMatchObject({ to: [{ address: 'waits@looks.example' }], subject: 'नूर Ubtan is back in stock' })
  for (const part of [email?.text, email?.html]) expect(part).toContain(product)
})

test('a rolled-back order is never mailed', async () => {
  shop.open()
  await shop.owner.query('begin')
  await shop.order()
  await shop.owner.query('rollback')
  await shop.order({ email: 'second@looks.example' })
  await vi.waitFor(async () => expect(await shop.outbox()).toHaveLength(1), PATIENCE)
  expect((await shop.outbox())[0]?.to?.[0]?.address).toBe('second@looks.example')
})

test('each step of an order is a separate mail, and mails queued while no worker ran are sent at the start', async () => {
  const id = await shop.order()
  await shop.owner.query("update public.orders set status = 'processing' where id = $1", [id])
  await shop.owner.query("update public.orders set status = 'shipped', courier = 'DTDC', tracking_number = 'D123' where id = $1", [id])
  shop.open()
  await vi.waitFor(async () => expect(await shop.outbox()).toHaveLength(3), PATIENCE)
  const sent = await shop.outbox()
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(3)
  expect(sent.some(({ text }) => text?.includes('D123'))).toBe(true)
})

test('a refused mail is retried with growing back-off, and finally fails and stays in the queue', async () => {
  const smtp = await openFakeSmtp()
  smtp.behaviour = 'refuses the text for now (451)'
  shop.open({ smtpUrl: smtp.url })
  await shop.order()
  /** What is left of the back-off, in seconds, and what it was at most, as some of it has passed since. */
  const refused = async (attempts: number, since: number): Promise<{ left: number; most: number }> => {
    await vi.waitFor(async () => expect((await shop.mails())[0]).toMatchObject({ attempts, last_error: expect.stringContaining('451') }), PATIENCE)
    const [row] = await shop.mails()
    expect(row?.status).toBe(attempts < 20 ? 'queued' : 'failed')
    const left = row?.wait ?? 0
    return { left, most: left + (Date.now() - since) / 1000 }
  }
  for (const [attempts, wait] of [
    [1, 10],
    [2, 20],
    [3, 40],
    [12, 3600],
    [20, null],
  ] as const) {
    await shop.owner.query('update private.mails set attempts = $1', [attempts - 1])
    const since = Date.now()
    await shop.skipBackOff()
    const { left, most } = await refused(attempts, since)
    if (wait === null) continue
    expect(left).toBeLessThanOrEqual(wait)
    expect(most).toBeGreaterThanOrEqual(wait)
  }
  await shop.skipBackOff()
  await shop.order({ email: 'second@looks.example' })
  await vi.waitFor(async () => expect((await shop.mails())[1]).toMatchObject({ attempts: 1, last_error: expect.stringContaining('451') }), PATIENCE)
  expect((await shop.mails())[0]).toMatchObject({ status: 'failed', attempts: 20 })
  expect(smtp.received).toEqual([])
  smtp.close()
})

test('a mail that cannot be rendered is recorded with its error and does not block the others', async () => {
  await shop.owner.query(
    `insert into private.mails (kind, recipient, data) values ('order_placed', 'a@b.example', '{}'), ('order_placed', 'a@b.example', '{}'), ('no_such_kind', 'a@b.example', $1)`,
    [JSON.stringify({ order_id: await shop.order() })],
  )
  // Only manual SQL can write this: the database checks the order before it queues a mail.
  await shop.owner.query(`update private.mails set data = '{"order_id":"no uuid"}' where id = (select min(id) from private.mails where data = '{}')`)
  shop.open()
  await vi.waitFor(
    async () =>
      expect((await shop.mails()).map(({ status, attempts, last_error }) => [status, attempts, last_error])).toEqual([
        ['sent', 1, null],
        ['queued', 1, expect.stringContaining('uuid')],
        ['queued', 1, expect.stringContaining('not found')],
        ['queued', 1, expect.stringContaining('Unknown mail kind')],
      ]),
    PATIENCE,
  )
  expect(await shop.outbox()).toHaveLength(1)
})

test('a worker that lost its connections continues sending', async () => {
  shop.open()
  await shop.order()
  await vi.waitFor(async () => expect(await shop.mails()).toMatchObject([{ status: 'sent' }]), PATIENCE)
  await shop.owner.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'shop_mail' and datname = current_database()")
  await shop.order({ email: 'second@looks.example' })
  await vi.waitFor(async () => expect(await shop.mails()).toMatchObject([{ status: 'sent' }, { status: 'sent' }]), PATIENCE)
})

describe('a mail of the auth service', () => {
  const LINK = 'https://shop.example/auth/v1/verify?token=abc&type=recovery'
  /** Queues a mail like the auth service, in a transaction of its login. */
  async function ask(worker: MailWorker, minutes: number, end = 'commit'): Promise<void> {
    const service = new Client({ connectionString: shop.database.urlFor('supabase_auth_admin') })
    await service.connect()
    await service.query('begin')
    const mail = {
      kind: 'recovery',
      to: 'meera@looks.example',
      link: LINK,
      expiresAt: new Date(Date.now() + minutes * 60_000),
      data: { full_name: 'मीरा' },
    } as const
    const then = await worker.queueAuthMail(
      async <R extends Record<string, unknown>>(text: string, values?: unknown[]) => (await service.query<R>(text, values)).rows,
      mail,
    )
    await service.query(end)
    await service.end()
    then()
  }
  const queued = async (): Promise<string> => JSON.stringify((await shop.owner.query('select * from private.mails')).rows)

  test('is sent when its transaction is committed, before others that are due, and its link is then deleted', async () => {
    const away = shop.open({ smtpUrl: 'smtp://127.0.0.1:1' }) // no mail server is running yet
    await ask(away, 60)
    await vi.waitFor(async () => expect((await shop.mails())[0]).toMatchObject({ attempts: 1, last_error: expect.stringContaining('ECONNREFUSED') }), PATIENCE)
    expect(await queued()).toContain('sealed')
    expect(await queued()).not.toMatch(/token=|मीरा/)
    await away.close()
    await shop.order({ email: 'second@looks.example' })
    await shop.owner.query("update private.mails set next_attempt_at = now() - case kind when 'recovery' then interval '1 day' else '0' end")
    shop.open({ workers: 1 }) // two could write both at once, in either order
    await shop.allSent()
    const [first] = await shop.outbox()
    expect(first?.to).toMatchObject([{ address: 'meera@looks.example' }])
    expect(first?.text).toContain(LINK)
    expect(await queued()).not.toContain('sealed')
  })

  test('whose transaction is rolled back is never sent', async () => {
    const worker = shop.open()
    await ask(worker, 60, 'rollback')
    await shop.order({ email: 'second@looks.example' })
    await shop.allSent()
    expect((await shop.outbox()).map(({ to }) => to?.[0]?.address)).toEqual(['second@looks.example'])
  })

  test('whose link has expired fails at once and its link is deleted, also when an admin retries it', async () => {
    await ask(shop.open(), -1)
    const givenUp = { status: 'failed', attempts: 1, last_error: 'The link has expired; a new one can be requested' }
    await vi.waitFor(async () => expect(await shop.mails()).toMatchObject([givenUp]), PATIENCE)
    expect(await queued()).not.toContain('sealed')
    await shop.owner.query("update private.mails set status = 'queued', attempts = 0, last_error = null, next_attempt_at = now()")
    await vi.waitFor(async () => expect(await shop.mails()).toMatchObject([givenUp]), PATIENCE)
    expect(await shop.outbox()).toEqual([])
  })
})

describe('the document of a step', () => {
  const pdf = { filename: expect.stringMatching(/^(INV|BOS|CN)-\d\d-\d\d-\d{6}.*\.pdf$/), mimeType: 'application/pdf' }

  test('is attached to the mail of that step only, and is the stored file', async () => {
    shop.open()
    const id = await shop.order()
    for (const [status, columns] of [['processing'], ['shipped', ", courier = 'DTDC', tracking_number = 'D123'"], ['delivered']] as const) {
      await shop.step(id, status, columns)
    }
    await shop.allSent()
    const sent = await shop.outbox()
    expect(sent.map(({ subject, attachments }) => [subject?.replace(/#\w+ /, ''), attachments.length])).toEqual([
      ['Order received', 0],
      ['Order is accepted', 1],
      ['Order is on its way', 0],
      ['Order is delivered', 0],
    ])
    const [invoice] = sent[1]?.attachments ?? []
    expect(invoice).toMatchObject(pdf)
    expect(invoice?.content).toBe(await shop.storedDocument(id))
    expect(sent[1]?.text).toContain('Your GST invoice is attached.')
    expect(sent[1]?.text).toMatch(/Tax invoice: INV\/\d\d-\d\d\/\d{6}/)
    expect(sent[2]?.text).toContain('Courier: DTDC\nTracking number: D123')
  })

  test('of a changed order is the credit note and the new invoice, and no mail of a change has others', async () => {
    const id = await shop.accepted()
    await shop.owner.query("delete from private.mails where data ->> 'order_id' = $1", [id])
    await shop.owner.query("select private.credit_rest($1, 'Two were broken'), private.issue_invoice($1)", [id])
    const files = await shop.owner.query<{ file: string; serial: string }>(
      'select file_id as file, serial from public.documents where order_id = $1 order by issued_at',
      [id],
    )
    for (const named of [{ files: files.rows.slice(1).map(({ file }) => file) }, {}])
      await shop.owner.query("insert into private.mails (kind, recipient, data) values ('order_changed', 'a@b.example', $1)", [
        JSON.stringify({ order_id: id, status: 'processing', note: 'Order changed', ...named }),
      ])
    shop.open()
    await shop.allSent()
    const sent = (await shop.outbox()).toSorted((a, b) => b.attachments.length - a.attachments.length)
    const names = files.rows.slice(1).map(({ serial }) => `${serial.replaceAll('/', '-')}.pdf`)
    expect(sent.map(({ attachments }) => attachments.map(({ filename }) => filename))).toEqual([names, []])
    expect(sent[0]?.text).toContain('Your credit note and your GST invoice are attached.')
  })

  test('that was downloaded before is not rendered again', async () => {
    const id = await shop.accepted()
    await shop.owner.query(
      "select private.keep_document_files((select d.file_id from public.documents d where d.order_id = $1 limit 1), 'original', 'downloaded', 'copies')",
      [id],
    )
    shop.open()
    await shop.allSent()
    expect((await shop.outbox())[0]?.attachments[0]?.content).toBe(Buffer.from('downloaded').toString('base64'))
  })

  test.each([
    [{ rates: [0] }, 'Your bill of supply is attached.', /^BOS-[\d-]+\.pdf$/],
    [{ rates: [0, 18] }, 'Your invoice-cum-bill of supply is attached.', /^INV-[\d-]+\.pdf$/],
    [{ rates: [0, 18], gstin: '27AAPFU0939F1ZV' }, 'Your GST invoice and your bill of supply are attached.', /^INV-[\d-]+-and-BOS-[\d-]+\.pdf$/],
  ])('is the one that the law requires: %j', async (order, sentence, name) => {
    await shop.accepted(order)
    shop.open()
    await shop.allSent()
    const [mail] = await shop.outbox()
    expect(mail?.text).toContain(sentence)
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual([expect.stringMatching(name)])
  })

  test('that is cancelled: its credit note is attached to the cancellation and to the refund', async () => {
    const id = await shop.accepted()
    await shop.owner.query("update public.orders set payment_method = 'upi', payment_state = 'paid' where id = $1", [id])
    await shop.owner.query(
      "insert into public.payments (order_id, method, state, amount) select id, 'upi', 'paid', total_amount from public.orders where id = $1",
      [id],
    )
    await shop.step(id, 'cancelled', ", cancel_reason = 'Refused at the door'")
    await shop.owner.query("update public.payments set state = 'refunded' where order_id = $1", [id])
    shop.open()
    await shop.allSent()
    const [, cancelled, refunded] = await shop.outbox()
    expect(cancelled?.text).toContain('Reason: Refused at the door')
    for (const mail of [cancelled, refunded]) {
      expect(mail?.text).toContain('Your credit note is attached.')
      expect(mail?.attachments.map(({ filename, content }) => [filename, content])).toEqual([
        [expect.stringMatching(/^CN-/), await shop.storedDocument(id, 'creditNote')],
      ])
    }
  })

  test('that is returned: the credit note of the return is attached to the mail about its end alone', async () => {
    const id = await shop.accepted()
    await shop.step(id, 'shipped', ", courier = 'DTDC', tracking_number = 'D123'")
    await shop.step(id, 'delivered')
    await shop.owner.query("update private.mails set status = 'sent'")
    const staff = randomUUID()
    await shop.owner.query('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [staff, `${staff}@staff.example`])
    await shop.owner.query("insert into public.user_roles (user_id, role) values ($1, 'orders')", [staff])
    await shop.owner.query(
      "insert into public.payments (order_id, method, state, amount) select id, 'cash', 'paid', total_amount from public.orders where id = $1",
      [id],
    )
    await shop.owner.query("select set_config('request.jwt.claims', $1, false)", [JSON.stringify({ sub: staff, role: 'authenticated' })])
    const line = (await shop.owner.query<{ id: string }>('select id from public.order_items where order_id = $1', [id])).rows[0]?.id
    const made = await shop.owner.query<{ id: string }>("select public.book_return($1, $2, 'damaged') as id", [
      id,
      JSON.stringify([{ item: line, quantity: 1 }]),
    ])
    const booked = made.rows[0]?.id
    await shop.owner.query('select public.receive_return($1, 1, $2)', [booked, JSON.stringify([{ item: line, restocked: 1, damaged: 0, lost: 0 }])])
    await shop.owner.query('select public.close_return($1, 2)', [booked])
    await shop.owner.query("select set_config('request.jwt.claims', '', false)")
    shop.open()
    await shop.allSent()
    const sent = await shop.outbox()
    expect(sent.map(({ subject, attachments }) => [subject?.replace(/#\w+ ?/, ''), attachments.length])).toEqual([
      ['Your return of order is approved', 0],
      ['The goods of your return are here', 0],
      ['Your return of order is settled', 1],
    ])
    expect(sent[2]?.text).toContain('Your credit note is attached.')
    expect(sent[2]?.attachments[0]?.content).toBe(await shop.storedDocument(id, 'creditNote'))
  })

  test('does not exist for a pending order that is cancelled', async () => {
    const id = await shop.order()
    await shop.step(id, 'cancelled', ", cancel_reason = 'Out of season'")
    shop.open()
    await shop.allSent()
    const [, cancelled] = await shop.outbox()
    expect(cancelled?.attachments).toEqual([])
    expect(cancelled?.text).not.toMatch(/credit note|invoice/i)
  })

  test('that is too large for a mail is not attached, and the mail links to the shop', async () => {
    await shop.accepted()
    shop.open({ attachmentLimit: 1000 })
    await shop.allSent()
    const [mail] = await shop.outbox()
    expect(mail?.attachments).toEqual([])
    expect(mail?.text).toContain('Your GST invoice is ready: open your order to download it.')
  })

  test('that cannot be rendered is retried, and then the mail is sent without it', async () => {
    await shop.accepted()
    const orderService = {
      asOrderService: () => Promise.reject(new Error('The renderer does not respond')),
      documentFiles: memoryDocumentFiles(),
      log: () => undefined,
    }
    shop.open({ orderService })
    for (const attempts of [1, 2, 3]) {
      await vi.waitFor(
        async () => expect((await shop.mails())[1]).toMatchObject({ attempts, status: 'queued', last_error: 'The renderer does not respond' }),
        PATIENCE,
      )
      await shop.skipBackOff()
    }
    await shop.allSent()
    expect((await shop.outbox())[0]?.text).toContain('Your GST invoice is ready: open your order to download it.')
  })
})

test('a mail has the shop’s name and reply-to address from the settings, and no name can inject a header', async () => {
  await shop.owner.query("update public.settings set store_name = e'शृंगार\r\nBcc: thief@evil.example'")
  await shop.order()
  shop.open()
  await shop.allSent()
  const [mail] = await shop.outbox()
  expect(mail?.from).toEqual({ address: 'orders@shop.example', name: expect.stringMatching(/^शृंगार/) })
  expect(mail?.replyTo).toMatchObject([{ address: 'care@shop.example' }])
  expect(mail?.bcc).toBeUndefined()
  expect(mail?.headers.filter(({ key }) => key === 'auto-submitted')).toMatchObject([{ value: 'auto-generated' }])
  await shop.owner.query("update public.settings set store_name = 'Shringar'")
})
