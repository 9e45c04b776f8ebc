import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { createDatabase, type TestDatabase } from '../testing/database.ts'
import { openMailRoom, type MailRoom } from './mail-room.ts'

type MailRow = { status: string; attempts: number; last_error: string | null; wait: number }

let database: TestDatabase
let owner: Client
let dataDir: string
const rooms: MailRoom[] = []
beforeAll(async () => {
  database = await createDatabase('shop')
  owner = new Client({ connectionString: database.url })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})
beforeEach(async () => void (dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-mails-'))))
afterEach(async () => {
  await Promise.all(rooms.splice(0).map((room) => room.close()))
  await owner.query('truncate private.mails, public.orders cascade')
  await rm(dataDir, { recursive: true })
})

function open(smtpUrl?: string): MailRoom {
  const config = readConfig({ DATA_DIR: dataDir, SITE_URL: 'https://shop.example', ...(smtpUrl ? { SMTP_URL: smtpUrl } : {}) }, { dev: false })
  const room = openMailRoom({ config, url: database.urlFor('shop_mail'), log: () => undefined })
  rooms.push(room)
  return room
}

/** An order of one line; the database queues its mail. */
async function order(email = 'meera@looks.example'): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `with o as (insert into public.orders (full_name, address, city, state, pincode, email, phone, place_of_supply, seller_state, prices_include_gst,
        goods_total, subtotal_base, total_gst, cgst, sgst, igst, shipping_cost, shipping_taxable, shipping_gst, total_amount, payment_method, payment_state)
      values ('Meera Nair', '48, 12th Main', 'Pune', 'Maharashtra', '411001', $1, '9845011234', '27', '27', true,
        118, 100, 18, 9, 9, 0, 100, 84.75, 15.25, 218, 'cod', 'cod_pending') returning id),
     i as (insert into public.order_items (order_id, product_name, quantity, unit_price, taxable, rate, cgst, sgst, igst, total)
      select id, 'नूर उबटन', 1, 118, 100, 18, 9, 9, 0, 118 from o) select id from o`,
    [email],
  )
  return rows[0]?.id ?? ''
}
async function outbox(): Promise<Email[]> {
  const folder = path.join(dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  return Promise.all(names.filter((name) => name.endsWith('.eml')).map(async (name) => PostalMime.parse(await readFile(path.join(folder, name)))))
}
const mails = async (): Promise<MailRow[]> =>
  (await owner.query<MailRow>('select status, attempts, last_error, extract(epoch from next_attempt_at - now())::float as wait from private.mails order by id'))
    .rows
/** As if the back-off had passed. */
const hurry = (): Promise<unknown> => owner.query('update private.mails set next_attempt_at = now()')

/** A mail server that answers as told and collects what it was given. */
async function smtpServer(refuse: () => boolean): Promise<{ url: string; messages: string[]; close(): void }> {
  const messages: string[] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    let text: string | undefined
    socket.on('error', () => undefined)
    socket.write('220 mail.example\r\n')
    socket.on('data', (chunk) => {
      if (text !== undefined) {
        text += String(chunk)
        if (!text.endsWith('\r\n.\r\n')) return
        if (!refuse()) messages.push(text)
        socket.write(refuse() ? '451 not now\r\n' : '250 taken\r\n')
        text = undefined
        return
      }
      const word = String(chunk).slice(0, 4).toUpperCase()
      if (word === 'DATA') text = ''
      socket.write(word === 'DATA' ? '354 go on\r\n' : word === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    messages,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test('a mail goes out once its order is committed, with what the order says', async () => {
  open()
  await owner.query('begin')
  const id = await order()
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(await outbox()).toEqual([])
  await owner.query('commit')
  await vi.waitFor(async () => expect(await outbox()).toHaveLength(1), 5000)
  const [email] = await outbox()
  expect(email?.to).toMatchObject([{ address: 'meera@looks.example' }])
  expect(email?.html).toContain('नूर उबटन')
  expect(email?.html).toContain('218.00')
  expect(email?.html).toContain(`https://shop.example/order-confirmation/${id}`)
  await vi.waitFor(async () => expect(await mails()).toMatchObject([{ status: 'sent', attempts: 1, last_error: null }]), 5000)
})

test('what is rolled back is never mailed', async () => {
  open()
  await owner.query('begin')
  await order()
  await owner.query('rollback')
  await order('second@looks.example')
  await vi.waitFor(async () => expect(await outbox()).toHaveLength(1), 5000)
  expect((await outbox())[0]?.to?.[0]?.address).toBe('second@looks.example')
})

test('each step of an order is a mail of its own, and what was queued while nobody sent is sent at the start', async () => {
  const id = await order()
  await owner.query("update public.orders set status = 'processing' where id = $1", [id])
  await owner.query("update public.orders set status = 'shipped', courier = 'DTDC', tracking_number = 'D123' where id = $1", [id])
  open()
  await vi.waitFor(async () => expect(await outbox()).toHaveLength(3), 5000)
  const sent = await outbox()
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(3)
  expect(sent.some(({ text }) => text?.includes('D123'))).toBe(true)
})

test('an order with an invoice and a bill of supply names both (rule 46A)', async () => {
  await owner.query("update public.settings set gstin = '27ABCDE1234F1Z0'")
  const id = await order()
  await owner.query("update public.orders set gstin = '27AAPFU0939F1ZV' where id = $1", [id])
  await owner.query(
    `insert into public.order_items (order_id, product_name, quantity, unit_price, taxable, rate, cgst, sgst, igst, total)
     values ($1, 'Bindi', 1, 0, 0, 0, 0, 0, 0, 0)`,
    [id],
  )
  await owner.query("update public.orders set status = 'processing' where id = $1", [id])
  open()
  await vi.waitFor(async () => expect(await outbox()).toHaveLength(2), 5000)
  expect((await outbox()).some(({ text }) => /INV\/\d\d-\d\d\/\d{6} and BOS\/\d\d-\d\d\/\d{6}/.test(text ?? ''))).toBe(true)
  await owner.query('update public.settings set gstin = null')
})

test('a mail server that refuses is asked again, later every time, and at last the mail is failed and kept', async () => {
  const waits: number[] = []
  const smtp = await smtpServer(() => true)
  try {
    open(smtp.url)
    await order()
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await vi.waitFor(async () => expect((await mails())[0]?.attempts).toBe(attempt), 5000)
      const [row] = await mails()
      expect(row?.status).toBe(attempt < 10 ? 'queued' : 'failed')
      expect(row?.last_error).toContain('451')
      waits.push(Math.round(row?.wait ?? 0))
      await hurry()
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await mails()).toMatchObject([{ status: 'failed', attempts: 10 }])
    expect(smtp.messages).toEqual([])
  } finally {
    smtp.close()
  }
  expect(waits.slice(0, 9)).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560])
})

test('a mail that was refused goes out when the server takes it again, under the same Message-ID', async () => {
  let refuse = true
  const smtp = await smtpServer(() => refuse)
  try {
    open(smtp.url)
    await order()
    await vi.waitFor(async () => expect((await mails())[0]?.attempts).toBe(1), 5000)
    refuse = false
    await hurry()
    await vi.waitFor(async () => expect(await mails()).toMatchObject([{ status: 'sent', attempts: 2, last_error: null }]), 5000)
    expect(smtp.messages).toHaveLength(1)
  } finally {
    smtp.close()
  }
})

test('a mail that cannot be made is booked as such and does not stand in the way of the others', async () => {
  await owner.query(
    `insert into private.mails (kind, recipient, data) values ('order_placed', 'a@b.example', '{"order_id":"no uuid"}'), ('order_placed', 'a@b.example', '{}'), ('riddle', 'a@b.example', $1)`,
    [JSON.stringify({ order_id: await order() })],
  )
  open()
  await vi.waitFor(
    async () =>
      expect((await mails()).map(({ status, attempts }) => [status, attempts])).toEqual([
        ['sent', 1],
        ['queued', 1],
        ['queued', 1],
        ['queued', 1],
      ]),
    5000,
  )
  expect((await mails()).map(({ last_error }) => last_error)).toEqual([
    null,
    expect.stringContaining('uuid'),
    expect.stringContaining('is gone'),
    expect.stringContaining('nobody has written'),
  ])
  expect(await outbox()).toHaveLength(1)
})

test('two rooms on one queue send each mail once', async () => {
  open()
  open()
  const to = Array.from({ length: 40 }, (_, index) => `buyer${index}@looks.example`)
  for (const address of to) await order(address)
  await vi.waitFor(async () => expect((await mails()).filter(({ status }) => status === 'sent')).toHaveLength(40), 10_000)
  const sent = (await outbox()).map((email) => email.to?.[0]?.address ?? '')
  expect(sent.toSorted()).toEqual(to.toSorted())
})

test('a room that lost its connections goes on sending', async () => {
  open()
  await order()
  await vi.waitFor(async () => expect(await mails()).toMatchObject([{ status: 'sent' }]), 5000)
  await owner.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'shop_mail' and datname = current_database()")
  await order('second@looks.example')
  await vi.waitFor(async () => expect(await mails()).toMatchObject([{ status: 'sent' }, { status: 'sent' }]), 5000)
})

test("the sign-in service's mails go out at once", async () => {
  await open().sendAuthMail({
    kind: 'recovery',
    to: 'meera@looks.example',
    link: 'https://shop.example/auth/v1/verify?token=abc&type=recovery',
    data: { full_name: 'Meera' },
  })
  const [email] = await outbox()
  expect(email?.to).toMatchObject([{ address: 'meera@looks.example' }])
  expect(email?.text).toContain('https://shop.example/auth/v1/verify?token=abc&type=recovery')
})
