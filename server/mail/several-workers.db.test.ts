/** Several mails at once in one process. */
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openFakeSmtp, type FakeSmtp } from '../testing/fake-smtp.ts'
import { openMailShop, type MailShop } from '../testing/mail-shop.ts'

let shop: MailShop
let smtp: FakeSmtp
beforeAll(async () => void (shop = await openMailShop()))
afterAll(() => shop.close())
beforeEach(async () => void (smtp = await openFakeSmtp()))
afterEach(async () => {
  smtp.close()
  await shop.clear()
})

const recipients = (count: number): string[] => Array.from({ length: count }, (_, index) => `buyer${index}@looks.example`)

test.each([1, 3])('%d workers have as many mails on their way, and send each once', async (workers) => {
  const to = recipients(24)
  for (const email of to) await shop.order({ email })
  const reached = Promise.withResolvers<void>()
  let at = 0
  // Each worker waits until all of them have a mail.
  const watch = async (stage: string): Promise<void> => {
    if (stage !== 'rendered' || at >= workers) return
    at += 1
    if (at === workers) reached.resolve()
    await reached.promise
  }
  smtp.behaviour = 'is slow'
  shop.open({ smtpUrl: smtp.url, workers, watch })
  await shop.allSent()
  expect(smtp.received.map((mail) => mail.to).toSorted()).toEqual(to.toSorted())
  expect(smtp.concurrent).toEqual([])
  expect(smtp.mostAtOnce).toBeLessThanOrEqual(workers)
  expect(at).toBe(workers)
})

test('the mails of one order are sent one after the other, and those of others go on beside them', async () => {
  const id = await shop.order({ email: 'first@looks.example' })
  await shop.step(id, 'processing')
  await shop.step(id, 'shipped', ", courier = 'DTDC', tracking_number = '1'")
  await shop.order({ email: 'second@looks.example' })
  const ids = (await shop.owner.query<{ id: string }>("select id from private.mails where data ->> 'order_id' = $1 order by id", [id])).rows.map(
    (row) => row.id,
  )
  expect(ids).toHaveLength(3)
  const held = Promise.withResolvers<void>()
  const seen: string[] = []
  shop.open({
    smtpUrl: smtp.url,
    workers: 4,
    watch: async (stage, mail) => {
      if (stage !== 'claimed' || !ids.includes(mail)) return
      seen.push(mail)
      if (mail === ids[0]) await held.promise
    },
  })
  await vi.waitFor(() => expect(smtp.received.map(({ to }) => to)).toEqual(['second@looks.example']), 20_000)
  expect(seen).toEqual(ids.slice(0, 1))
  held.resolve()
  await shop.allSent()
  expect(seen).toEqual(ids)
  const subjects = await Promise.all(smtp.received.filter(({ to }) => to.startsWith('first')).map(async ({ text }) => (await PostalMime.parse(text)).subject))
  expect(new Set(subjects).size).toBe(3)
})

test('a mail that hangs does not hold up the others, and those that are queued later go out too', async () => {
  const slow = await shop.order({ email: 'slow@looks.example' })
  const held = Promise.withResolvers<void>()
  const mail = (await shop.owner.query<{ id: string }>("select id from private.mails where data ->> 'order_id' = $1", [slow])).rows[0]?.id
  shop.open({ smtpUrl: smtp.url, workers: 2, watch: (stage, id) => (stage === 'rendered' && id === mail ? held.promise : undefined) })
  const to = recipients(5)
  for (const email of to) {
    await shop.order({ email })
    await vi.waitFor(() => expect(smtp.received.at(-1)?.to).toBe(email), 20_000)
  }
  held.resolve()
  await shop.allSent()
  expect(smtp.received.map((one) => one.to)).toEqual([...to, 'slow@looks.example'])
})

test('documents of several mails are those that are handed out', async () => {
  const ids: (readonly [string, string])[] = []
  for (const email of recipients(4)) ids.push([email, await shop.accepted({ email })])
  await shop.owner.query("update private.mails set status = 'sent' where kind = 'order_placed'")
  shop.open({ smtpUrl: smtp.url, workers: 4 })
  await shop.allSent()
  for (const [email, id] of ids) {
    const mail = smtp.received.find(({ to }) => to === email)
    const { attachments } = await PostalMime.parse(mail?.text.slice(0, -5) ?? '', { attachmentEncoding: 'base64' })
    expect(attachments[0]?.content).toBe(await shop.storedDocument(id))
  }
})
