import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMailTransport, type Mail } from './transport.ts'

let outbox: string
beforeEach(async () => void (outbox = path.join(await mkdtemp(path.join(tmpdir(), 'shringar-outbox-')), 'outbox')))
afterEach(() => rm(path.dirname(outbox), { recursive: true }))

const mail: Mail = {
  id: 'mail-7',
  to: 'meera@looksbymeera.example',
  subject: 'आपका ऑर्डर #1234 – ₹1,074.07',
  html: '<p>धन्यवाद <b>Meera</b> &amp; friends</p>',
  text: 'धन्यवाद Meera & friends\n.\nFrom the shop',
}

async function send(changes: Partial<Mail> = {}): Promise<void> {
  const transport = createMailTransport({ smtp: undefined, from: undefined, outbox, host: 'shop.example' })
  await transport.send({ ...mail, ...changes })
  transport.close()
}
const names = async (): Promise<string[]> => (await readdir(outbox)).sort()
async function read(): Promise<Email[]> {
  return Promise.all((await names()).map(async (name) => PostalMime.parse(await readFile(path.join(outbox, name)))))
}

test('a mail in the outbox reads back as it was written', async () => {
  await send()
  const [email] = await read()
  expect(email).toMatchObject({ subject: mail.subject, from: { name: 'Shringar', address: 'orders@shop.example' }, to: [{ address: mail.to }] })
  expect(email?.html?.trim()).toBe(mail.html)
  expect(email?.text?.trim()).toBe(mail.text)
  expect(email?.attachments).toEqual([])
  expect(Date.parse(email?.date ?? '')).toBeGreaterThan(Date.now() - 60_000)
})

test('the outbox holds whole files for the owner alone, under names that sort by time', async () => {
  await send()
  await new Promise((resolve) => setTimeout(resolve, 3))
  await send({ id: 'mail-8' })
  const files = await names()
  expect(files).toHaveLength(2)
  for (const name of files) {
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-[0-9a-f]{8}\.eml$/)
    expect((await stat(path.join(outbox, name))).mode & 0o777).toBe(0o600)
  }
  expect((await stat(outbox)).mode & 0o777).toBe(0o700)
  const [first, second] = await read()
  expect(first?.messageId).not.toBe(second?.messageId)
})

test('a watcher of the folder never reads a partial mail', async () => {
  const big = 'x'.repeat(300_000)
  const transport = createMailTransport({ smtp: undefined, from: undefined, outbox, host: 'shop.example' })
  const sent = Promise.all(Array.from({ length: 20 }, (_, index) => transport.send({ ...mail, id: `mail-${index}`, text: big, html: big })))
  let done = false
  void sent.then(() => (done = true))
  const looks: number[] = []
  do {
    for (const name of await readdir(outbox).catch(() => [])) {
      if (name.endsWith('.eml')) looks.push((await stat(path.join(outbox, name))).size)
    }
    await new Promise((resolve) => setImmediate(resolve))
  } while (!(await Promise.race([sent.then(() => true), Promise.resolve(done)])))
  for (const name of await names()) looks.push((await stat(path.join(outbox, name))).size)
  expect((await names()).filter((name) => name.endsWith('.eml'))).toHaveLength(20)
  expect(Math.min(...looks)).toBeGreaterThan(600_000)
})

test('one cause has one Message-ID in all attempts', async () => {
  await send()
  await new Promise((resolve) => setTimeout(resolve, 3))
  await send()
  const ids = (await read()).map(({ messageId }) => messageId)
  expect(ids[0]).toMatch(/^<[0-9a-f]{32}@shop\.example>$/)
  expect(ids).toEqual([ids[0], ids[0]])
})

describe('header injection is impossible', () => {
  const evil = [
    '\r\nBcc: thief@evil.example',
    '\nBcc: thief@evil.example',
    '\rBcc: thief@evil.example',
    '\r\n\r\n<script>',
    '\u2028Bcc: thief@evil.example',
    '\0Bcc: x',
  ]
  test('through the subject', async () => {
    for (const [index, text] of evil.entries()) await send({ id: `subject ${index}`, subject: `Order${text}` })
    for (const email of await read()) {
      expect(email.bcc).toBeUndefined()
      expect(email.to).toHaveLength(1)
      expect(email.subject).toMatch(/^Order/)
      expect(email.html?.trim()).toBe(mail.html)
    }
  })

  test('through the address, which remains a single one', async () => {
    const addresses = [
      ...evil.map((text) => `meera@looks.example${text}`),
      'meera@looks.example, thief@evil.example',
      'meera@looks.example; thief@evil.example',
      'Meera <meera@looks.example>, Thief <thief@evil.example>',
    ]
    for (const [index, to] of addresses.entries()) await send({ id: `to ${index}`, to }).catch(() => undefined)
    for (const email of await read()) {
      expect(email.bcc, JSON.stringify(email.to)).toBeUndefined()
      expect(email.cc).toBeUndefined()
      expect(email.to?.length ?? 0).toBeLessThanOrEqual(1)
      expect(email.to?.some((to) => to.address === 'thief@evil.example') ?? false).toBe(false)
      expect(email.html?.trim()).toBe(mail.html)
    }
  })
})

test('an SMTP server that does not answer is an error, not a lost mail', async () => {
  const transport = createMailTransport({ smtp: 'smtp://127.0.0.1:1', from: undefined, outbox, host: 'shop.example' })
  await expect(transport.send(mail)).rejects.toThrow('ECONNREFUSED')
  transport.close()
})
