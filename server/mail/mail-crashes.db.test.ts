import { fork, type ChildProcess } from 'node:child_process'
import PostalMime from 'postal-mime'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openMailShop, type MailShop } from '../testing/mail-shop.ts'
import type { SenderTask } from '../testing/mail-worker-process.ts'
import { openFakeSmtp, type Behaviour, type FakeSmtp, type Taken } from '../testing/fake-smtp.ts'
import type { MailStage } from './mail-worker.ts'

/** Milliseconds; a busy machine is slow, not wrong. */
const PATIENCE = 20_000

let shop: MailShop
let smtp: FakeSmtp
const senders: ChildProcess[] = []
beforeAll(async () => void (shop = await openMailShop()))
afterAll(() => shop.close())
beforeEach(async () => void (smtp = await openFakeSmtp()))
afterEach(async () => {
  await Promise.all(senders.splice(0).map(kill))
  smtp.close()
  await shop.clear()
})

async function kill(sender: ChildProcess): Promise<void> {
  if (sender.exitCode !== null || sender.signalCode !== null) return
  const gone = new Promise((resolve) => sender.once('exit', resolve))
  sender.kill('SIGKILL')
  await gone
}

/** A sender in a process of its own; with a step it stops there, and the promise with it. */
async function send(stopAt?: MailStage): Promise<ChildProcess> {
  const { database } = shop
  const task: SenderTask = { mailUrl: database.urlFor('shop_mail'), deskUrl: database.urlFor('shop_orders'), smtpUrl: smtp.url, ...(stopAt ? { stopAt } : {}) }
  const sender = fork(new URL('../testing/mail-worker-process.ts', import.meta.url), [JSON.stringify(task)], {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  senders.push(sender)
  if (stopAt) expect(await new Promise((resolve) => sender.stdout?.once('data', (chunk: Buffer) => resolve(String(chunk))))).toBe(stopAt)
  return sender
}

/** Everything that must not differ between two sendings of one mail. */
async function sameOf({ to, messageId, text }: Taken) {
  const { subject, text: words, attachments } = await PostalMime.parse(text.slice(0, -5), { attachmentEncoding: 'base64' })
  return { to, messageId, subject, words, files: attachments.map(({ filename, content }) => [filename, content]) }
}

/** What stands in the book while a mail is in hand. */
const DIED = 'the sender ended before this attempt did'

describe('a sender that is killed', () => {
  test.each<[MailStage, 'once' | 'twice']>([
    ['claimed', 'once'],
    ['made', 'once'],
    ['taken', 'twice'],
    ['marked', 'twice'],
  ])('when its mail is %s leaves it to the next one: the same mail arrives %s', async (step, times) => {
    const id = await shop.accepted()
    await kill(await send(step))
    expect((await shop.mails())[1]).toMatchObject({ status: 'queued', attempts: 1, last_error: DIED })
    await shop.hurry()
    await send()
    await shop.allSent()
    expect((await shop.mails())[1]).toMatchObject({ status: 'sent', attempts: 2, last_error: null })
    const arrived = await Promise.all(smtp.taken.map(sameOf))
    expect(arrived).toHaveLength(times === 'once' ? 1 : 2)
    for (const mail of arrived) expect(mail).toEqual(arrived[0])
    expect(arrived[0]).toMatchObject({ to: 'meera@looks.example', files: [[expect.stringMatching(/^INV-.*\.pdf$/), await shop.kept(id)]] })
  })

  test('after its mail was booked as sent sends it no second time', async () => {
    await shop.accepted()
    const sender = await send()
    await shop.allSent()
    await kill(sender)
    await shop.hurry()
    await shop.order({ email: 'second@looks.example' })
    await send()
    await shop.allSent()
    expect(smtp.taken.map(({ to }) => to)).toEqual(['meera@looks.example', 'second@looks.example'])
  })

  test('by its own mail, again and again, gives that one up in the end and sends the others', async () => {
    await shop.accepted()
    await shop.owner.query('update private.mails set attempts = 20, last_error = $1', [DIED])
    await shop.order({ email: 'second@looks.example' })
    await send()
    await vi.waitFor(async () => expect((await shop.mails()).map(({ status }) => status)).toEqual(['sent', 'failed', 'sent']), PATIENCE)
    expect((await shop.mails())[1]).toMatchObject({ last_error: DIED })
    expect(smtp.taken.map(({ to }) => to)).toEqual(['second@looks.example'])
  })
})

test('a buyer who is cut off before the order is committed has no order and no mail', async () => {
  const buyer = new Client({ connectionString: shop.database.url })
  await buyer.connect()
  const lost = new Promise((resolve) => buyer.on('error', () => undefined).once('end', resolve))
  await buyer.query('begin')
  const { rows } = await buyer.query<{ pid: number }>('select pg_backend_pid() as pid')
  await shop.order({ by: buyer })
  await shop.owner.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await lost
  expect(await shop.mails()).toEqual([])
  await shop.order({ email: 'second@looks.example' })
  await send()
  await shop.allSent()
  expect(smtp.taken.map(({ to }) => to)).toEqual(['second@looks.example'])
})

describe('a mail server that', () => {
  test.each<[Behaviour, 'once' | 'twice', RegExp]>([
    ['is closed (421)', 'once', /421 closed/],
    ['refuses the recipient for now (450)', 'once', /450 <the recipient> is busy/],
    ['refuses the text for now (451)', 'once', /451 not now/],
    ['dies before the text', 'once', /closed/],
    ['dies in the middle of the text', 'once', /closed|reset/],
    ['dies instead of its answer', 'twice', /closed/],
    ['hangs before its greeting', 'once', /timeout/],
    ['hangs instead of its answer', 'twice', /timeout/],
  ])('%s is asked again: the same mail arrives %s', async (behaviour, times, reason) => {
    await shop.accepted()
    smtp.behaviour = behaviour
    shop.open({ smtpUrl: smtp.url, patience: 1000 })
    await vi.waitFor(async () => expect((await shop.mails())[1]?.last_error ?? DIED).not.toBe(DIED), PATIENCE)
    const [, row] = await shop.mails()
    expect(row).toMatchObject({ status: 'queued', attempts: 1, last_error: expect.stringMatching(reason) })
    expect(row?.last_error).not.toContain('meera')
    expect(row?.wait).toBeGreaterThan(5)
    smtp.behaviour = 'takes'
    await shop.hurry()
    await shop.allSent()
    const arrived = await Promise.all(smtp.taken.map(sameOf))
    expect(arrived).toHaveLength(times === 'once' ? 1 : 2)
    for (const mail of arrived) expect(mail).toEqual(arrived[0])
  })

  test('refuses the recipient for good is asked three times; then the mail is given up, and an admin may send it again', async () => {
    await shop.order()
    smtp.behaviour = 'refuses the recipient for good (550)'
    shop.open({ smtpUrl: smtp.url })
    for (const attempts of [1, 2, 3]) {
      await vi.waitFor(async () => expect((await shop.mails())[0]).toMatchObject({ attempts, last_error: expect.stringContaining('550') }), PATIENCE)
      await shop.hurry()
    }
    expect(await shop.mails()).toMatchObject([{ status: 'failed', last_error: expect.stringContaining('<the recipient> is unknown here') }])
    smtp.behaviour = 'takes'
    await shop.owner.query("update private.mails set status = 'queued', attempts = 0") // public.retry_mail: supabase/tests/mails.test.ts
    await shop.allSent()
    expect(smtp.taken).toHaveLength(1)
  })

  test('finds the invoice too large gets the mail without it, which leads to the shop', async () => {
    await shop.accepted()
    smtp.behaviour = 'finds more than 20 kB too large (552)'
    shop.open({ smtpUrl: smtp.url })
    await shop.allSent()
    const [mail] = await Promise.all(smtp.taken.map(sameOf))
    expect(mail?.files).toEqual([])
    expect(mail?.words).toContain('Your GST invoice is ready: open your order to download it.')
  })

  test('hangs keeps no order waiting', async () => {
    const first = await shop.order()
    smtp.behaviour = 'hangs instead of its answer'
    shop.open({ smtpUrl: smtp.url, patience: 1000 })
    await vi.waitFor(() => expect(smtp.taken).toHaveLength(1), PATIENCE)
    await shop.step(first, 'processing')
    await shop.step(await shop.order(), 'cancelled', ", cancel_reason = 'Out of season'")
    expect((await shop.mails()).map(({ status }) => status)).toEqual(['queued', 'queued', 'queued', 'queued'])
  })
})

describe('several senders on one queue', () => {
  test('send every mail once, and none of them twice at the same moment', async () => {
    const to = Array.from({ length: 30 }, (_, index) => `buyer${index}@looks.example`)
    for (const email of to) await shop.order({ email })
    smtp.behaviour = 'dawdles'
    await Promise.all([send(), send(), send()])
    await shop.allSent()
    expect(smtp.taken.map((mail) => mail.to).toSorted()).toEqual(to.toSorted())
    expect(smtp.together).toEqual([])
  })

  test('leave a mail to the one that took it over from a sender who was away too long', async () => {
    await shop.order()
    const away = Promise.withResolvers<void>()
    const booked = Promise.withResolvers<void>()
    shop.open({ smtpUrl: smtp.url, watch: (step) => (step === 'claimed' ? (booked.resolve(), away.promise) : undefined) })
    await booked.promise
    await shop.hurry()
    shop.open({ smtpUrl: smtp.url })
    await shop.allSent()
    away.resolve()
    await shop.clear() // waits until the first one has done what it had begun
    expect(smtp.taken).toHaveLength(1)
  })
})

test('who is erased after the booking gets nothing', async () => {
  await shop.order()
  const watch = async (step: MailStage): Promise<void> => {
    if (step === 'claimed') await shop.owner.query("update private.mails set recipient = '', status = 'failed'") // as private.erase_person does
  }
  shop.open({ smtpUrl: smtp.url, watch })
  await vi.waitFor(async () => expect(await shop.mails()).toMatchObject([{ status: 'failed' }]), PATIENCE)
  await shop.clear()
  expect(smtp.taken).toEqual([])
})
