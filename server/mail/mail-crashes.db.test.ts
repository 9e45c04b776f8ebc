import { fork, type ChildProcess } from 'node:child_process'
import PostalMime from 'postal-mime'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openMailShop, type MailShop } from '../testing/mail-shop.ts'
import type { SenderTask } from '../testing/mail-worker-process.ts'
import { openFakeSmtp, type Behaviour, type FakeSmtp, type ReceivedMail } from '../testing/fake-smtp.ts'
import type { MailStage } from './mail-worker.ts'

/** Milliseconds; generous, because a busy machine is slow. */
const PATIENCE = 20_000

let shop: MailShop
let smtp: FakeSmtp
const workers: ChildProcess[] = []
beforeAll(async () => void (shop = await openMailShop()))
afterAll(() => shop.close())
beforeEach(async () => void (smtp = await openFakeSmtp()))
afterEach(async () => {
  await Promise.all(workers.splice(0).map(kill))
  smtp.close()
  await shop.clear()
})

async function kill(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return
  const gone = new Promise((resolve) => worker.once('exit', resolve))
  worker.kill('SIGKILL')
  await gone
}

/** Starts a worker in a separate process; with a stage, resolves when the worker pauses there. */
async function send(stopAt?: MailStage): Promise<ChildProcess> {
  const { database } = shop
  const task: SenderTask = {
    mailUrl: database.urlFor('shop_mail'),
    orderServiceUrl: database.urlFor('shop_orders'),
    smtpUrl: smtp.url,
    ...(stopAt ? { stopAt } : {}),
  }
  const worker = fork(new URL('../testing/mail-worker-process.ts', import.meta.url), [JSON.stringify(task)], {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  workers.push(worker)
  if (stopAt) expect(await new Promise((resolve) => worker.stdout?.once('data', (chunk: Buffer) => resolve(String(chunk))))).toBe(stopAt)
  return worker
}

/** Everything that must be the same in two deliveries of one mail. */
async function sameOf({ to, messageId, text }: ReceivedMail) {
  const { subject, text: words, attachments } = await PostalMime.parse(text.slice(0, -5), { attachmentEncoding: 'base64' })
  return { to, messageId, subject, words, files: attachments.map(({ filename, content }) => [filename, content]) }
}

/** The error recorded while an attempt is running. */
const CRASHED = 'The mail worker ended before this attempt did'

describe('a worker that is killed', () => {
  test.each<[MailStage, 'once' | 'twice']>([
    ['claimed', 'once'],
    ['rendered', 'once'],
    ['accepted', 'twice'],
    ['marked', 'twice'],
  ])('when its mail is %s leaves it to the next worker: the same mail arrives %s', async (stage, times) => {
    const id = await shop.accepted()
    await kill(await send(stage))
    expect((await shop.mails())[1]).toMatchObject({ status: 'queued', attempts: 1, last_error: CRASHED })
    await shop.skipBackOff()
    await send()
    await shop.allSent()
    expect((await shop.mails())[1]).toMatchObject({ status: 'sent', attempts: 2, last_error: null })
    const arrived = await Promise.all(smtp.received.map(sameOf))
    expect(arrived).toHaveLength(times === 'once' ? 1 : 2)
    for (const mail of arrived) expect(mail).toEqual(arrived[0])
    expect(arrived[0]).toMatchObject({ to: 'meera@looks.example', files: [[expect.stringMatching(/^INV-.*\.pdf$/), await shop.storedDocument(id)]] })
  })

  test('after its mail was recorded as sent does not send it again', async () => {
    await shop.accepted()
    const worker = await send()
    await shop.allSent()
    await kill(worker)
    await shop.skipBackOff()
    await shop.order({ email: 'second@looks.example' })
    await send()
    await shop.allSent()
    expect(smtp.received.map(({ to }) => to)).toEqual(['meera@looks.example', 'second@looks.example'])
  })

  test('by a certain mail again and again finally gives it up and sends the others', async () => {
    await shop.accepted()
    await shop.owner.query('update private.mails set attempts = 20, last_error = $1', [CRASHED])
    await shop.order({ email: 'second@looks.example' })
    await send()
    await vi.waitFor(async () => expect((await shop.mails()).map(({ status }) => status)).toEqual(['sent', 'failed', 'sent']), PATIENCE)
    expect((await shop.mails())[1]).toMatchObject({ last_error: CRASHED })
    expect(smtp.received.map(({ to }) => to)).toEqual(['second@looks.example'])
  })
})

test('a customer disconnected before the order is committed has no order and no mail', async () => {
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
  expect(smtp.received.map(({ to }) => to)).toEqual(['second@looks.example'])
})

describe('a mail server that', () => {
  test.each<[Behaviour, 'once' | 'twice', RegExp]>([
    ['is closed (421)', 'once', /421 closed/],
    ['refuses the recipient for now (450)', 'once', /450 <the recipient> is busy/],
    ['refuses the text for now (451)', 'once', /451 not now/],
    ['disconnects before the text', 'once', /closed/],
    ['disconnects in the middle of the text', 'once', /closed|reset/],
    ['disconnects instead of replying', 'twice', /closed/],
    ['hangs before its greeting', 'once', /timeout/],
    ['hangs instead of replying', 'twice', /timeout/],
  ])('%s gets a retry: the same mail arrives %s', async (behaviour, times, reason) => {
    await shop.accepted()
    smtp.behaviour = behaviour
    shop.open({ smtpUrl: smtp.url, timeout: 1000 })
    await vi.waitFor(async () => expect((await shop.mails())[1]?.last_error ?? CRASHED).not.toBe(CRASHED), PATIENCE)
    const [, row] = await shop.mails()
    expect(row).toMatchObject({ status: 'queued', attempts: 1, last_error: expect.stringMatching(reason) })
    expect(row?.last_error).not.toContain('meera')
    expect(row?.wait).toBeGreaterThan(5)
    smtp.behaviour = 'accepts'
    await shop.skipBackOff()
    await shop.allSent()
    const arrived = await Promise.all(smtp.received.map(sameOf))
    expect(arrived).toHaveLength(times === 'once' ? 1 : 2)
    for (const mail of arrived) expect(mail).toEqual(arrived[0])
  })

  test('refuses the recipient permanently gets three attempts; then the mail fails, and an admin may retry it', async () => {
    await shop.order()
    smtp.behaviour = 'refuses the recipient permanently (550)'
    shop.open({ smtpUrl: smtp.url })
    for (const attempts of [1, 2, 3]) {
      await vi.waitFor(async () => expect((await shop.mails())[0]).toMatchObject({ attempts, last_error: expect.stringContaining('550') }), PATIENCE)
      await shop.skipBackOff()
    }
    expect(await shop.mails()).toMatchObject([{ status: 'failed', last_error: expect.stringContaining('<the recipient> is unknown here') }])
    smtp.behaviour = 'accepts'
    await shop.owner.query("update private.mails set status = 'queued', attempts = 0") // public.retry_mail: supabase/tests/mails.test.ts
    await shop.allSent()
    expect(smtp.received).toHaveLength(1)
  })

  test('refuses the size of the invoice gets the mail without it, with a link to the shop', async () => {
    await shop.accepted()
    smtp.behaviour = 'finds more than 20 kB too large (552)'
    shop.open({ smtpUrl: smtp.url })
    await shop.allSent()
    const [mail] = await Promise.all(smtp.received.map(sameOf))
    expect(mail?.files).toEqual([])
    expect(mail?.words).toContain('Your GST invoice is ready: open your order to download it.')
  })

  test('hangs does not block orders', async () => {
    const first = await shop.order()
    smtp.behaviour = 'hangs instead of replying'
    shop.open({ smtpUrl: smtp.url, timeout: 1000 })
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1), PATIENCE)
    await shop.step(first, 'processing')
    await shop.step(await shop.order(), 'cancelled', ", cancel_reason = 'Out of season'")
    expect((await shop.mails()).map(({ status }) => status)).toEqual(['queued', 'queued', 'queued', 'queued'])
  })
})

describe('several workers on one queue', () => {
  test('send every mail once, and never twice concurrently', async () => {
    const to = Array.from({ length: 30 }, (_, index) => `buyer${index}@looks.example`)
    for (const email of to) await shop.order({ email })
    smtp.behaviour = 'is slow'
    await Promise.all([send(), send(), send()])
    await shop.allSent()
    expect(smtp.received.map((mail) => mail.to).toSorted()).toEqual(to.toSorted())
    expect(smtp.concurrent).toEqual([])
  })

  test('leave a mail to the worker that took it over from one that hung too long', async () => {
    await shop.order()
    const away = Promise.withResolvers<void>()
    const booked = Promise.withResolvers<void>()
    shop.open({ smtpUrl: smtp.url, watch: (step) => (step === 'claimed' ? (booked.resolve(), away.promise) : undefined) })
    await booked.promise
    await shop.skipBackOff()
    shop.open({ smtpUrl: smtp.url })
    await shop.allSent()
    away.resolve()
    await shop.clear() // waits until the first worker has finished
    expect(smtp.received).toHaveLength(1)
  })
})

test('a customer erased after the claim gets no mail', async () => {
  await shop.order()
  const watch = async (step: MailStage): Promise<void> => {
    if (step === 'claimed') await shop.owner.query("update private.mails set recipient = '', status = 'failed'") // as private.erase_person does
  }
  shop.open({ smtpUrl: smtp.url, watch })
  await vi.waitFor(async () => expect(await shop.mails()).toMatchObject([{ status: 'failed' }]), PATIENCE)
  await shop.clear()
  expect(smtp.received).toEqual([])
})
