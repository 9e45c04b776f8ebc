/** A shop database with a mail queue and mail workers, for tests. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client, Pool } from 'pg'
import PostalMime, { type Email } from 'postal-mime'
import { vi } from 'vitest'
import { startMailWorker, type MailWorker, type MailWorkerOptions } from '../mail/mail-worker.ts'
import { orderServiceOf } from '../mail/mail-documents.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import { documentsFolder, openTestDocuments } from './test-documents.ts'

export type MailRow = { kind: string; status: string; attempts: number; last_error: string | null; wait: number }
/** One line per GST rate in percent; prices include the tax. */
export type Order = { email?: string; rates?: number[]; gstin?: string; buyer?: string; /** the client whose transaction inserts it */ by?: Client }

export const MAIL_SECRET = 'the secret of these shops'

export type MailShop = {
  database: TestDatabase
  owner: Client
  /** Starts a worker that sends to the outbox, or to a mail server. */
  open(options?: Partial<Omit<MailWorkerOptions, 'config'>> & { smtpUrl?: string }): MailWorker
  /** Places an order; the database queues its mail. */
  order(what?: Order): Promise<string>
  /** Places and accepts an order; its first mail is marked as sent. */
  accepted(what?: Order): Promise<string>
  step(id: string, status: string, columns?: string): Promise<void>
  outbox(): Promise<Email[]>
  mails(): Promise<MailRow[]>
  /** Ends the back-off. */
  skipBackOff(): Promise<void>
  allSent(): Promise<void>
  /** The stored bytes of an order's document, in base64. */
  storedDocument(id: string, type?: 'invoice' | 'creditNote'): Promise<string | undefined>
  /** Closes the workers and deletes queue, orders and outbox. */
  clear(): Promise<void>
  close(): Promise<void>
}

export async function openMailShop(): Promise<MailShop> {
  const database = await createDatabase('shop')
  const owner = new Client({ connectionString: database.url })
  await owner.connect()
  await owner.query("update public.settings set gstin = '27ABCDE1234F1Z0', legal_name = 'Shringar Trading Company', email = 'care@shop.example'")
  const orderService = new Pool({ connectionString: database.urlFor('shop_orders'), max: 2 })
  let dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-mails-'))
  const workers: MailWorker[] = []
  const documentFiles = await openTestDocuments(database.url)

  const mails: MailShop['mails'] = async () =>
    (
      await owner.query<MailRow>(
        'select kind, status, attempts, last_error, extract(epoch from next_attempt_at - now())::float as wait from private.mails order by id',
      )
    ).rows
  const order: MailShop['order'] = async ({ email = 'meera@looks.example', rates = [18], gstin, buyer, by = owner } = {}) => {
    const id = randomUUID()
    const lines = rates.map((rate) => ({ rate, tax: rate / 2 })) // 100 rupees and their tax each
    const tax = lines.reduce((sum, line) => sum + line.tax, 0)
    const value = 100 * lines.length
    await by.query(
      // A manual order, whose address is trusted: an online order is mailed only to its account's confirmed address.
      `with o as (insert into public.orders (id, user_id, full_name, address, city, state, pincode, email, phone, gstin, place_of_supply, seller_state, prices_include_gst,
          goods_total, subtotal_base, total_gst, cgst, sgst, igst, charges, total_amount, payment_method, payment_state, channel)
        values ($1, $10, 'मीरा Nair', '48, 12th Main', 'Pune', 'Maharashtra', '411001', $2, '9845011234', $3, '27', '27', true,
          $4, $5, $6, $7, $7, 0, '[{"kind": "delivery", "label": "Delivery", "cost": 100, "amount": 100, "taxable": 84.75, "gst": 15.25, "rate": 18}]', $8, 'cod', 'cod_pending', 'telephone') returning id)
       insert into public.order_items (order_id, product_name, hsn, quantity, unit_price, taxable, rate, cgst, sgst, igst, total)
        select o.id, 'नूर उबटन', '3304', 1, 100 + 2 * tax, 100, rate, tax, tax, 0, 100 + 2 * tax from o, jsonb_to_recordset($9) as line (rate numeric, tax numeric)`,
      [id, email, gstin ?? null, value + 2 * tax, value, 2 * tax, tax, value + 2 * tax + 100, JSON.stringify(lines), buyer ?? null],
    )
    return id
  }
  const step: MailShop['step'] = async (id, status, columns = '') =>
    void (await owner.query(`update public.orders set status = $2${columns} where id = $1`, [id, status]))

  return {
    database,
    owner,
    mails,
    order,
    step,
    open({ smtpUrl, ...options } = {}) {
      const worker = startMailWorker({
        config: { dataDir, siteUrl: 'https://shop.example', smtpUrl, mailFrom: undefined },
        url: database.urlFor('shop_mail'),
        orderService: orderServiceOf(orderService, documentFiles, () => undefined),
        secrets: [MAIL_SECRET],
        log: () => undefined,
        pollEvery: 100,
        ...options,
      })
      workers.push(worker)
      return worker
    },
    async accepted(what) {
      const id = await order(what)
      await step(id, 'processing')
      await owner.query("update private.mails set status = 'sent' where kind = 'order_placed'")
      return id
    },
    async outbox() {
      const folder = path.join(dataDir, 'outbox')
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
      return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(path.join(folder, name)), { attachmentEncoding: 'base64' })))
    },
    skipBackOff: async () => void (await owner.query('update private.mails set next_attempt_at = now()')),
    allSent: () =>
      vi.waitFor(async () => {
        const open = (await mails()).filter(({ status }) => status !== 'sent')
        if (open.length > 0) throw new Error(`not sent: ${JSON.stringify(open)}`)
      }, 20_000),
    async storedDocument(id, type = 'invoice') {
      const { rows } = await owner.query<{ version: string; size: number }>(
        `select f.version, f.size from private.document_files f
          where f.copies = 'original' and f.file_id in (select d.file_id from public.documents d where d.order_id = $1 and d.kind = $2)`,
        [id, type === 'invoice' ? 'invoice' : 'credit_note'],
      )
      const [file] = rows
      const bytes = file && (await documentFiles.read(file.version, file.size))
      return bytes ? Buffer.from(bytes).toString('base64') : undefined
    },
    async clear() {
      await Promise.all(workers.splice(0).map((worker) => worker.close()))
      await owner.query('truncate private.mails, public.orders cascade')
      await rm(dataDir, { recursive: true })
      dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-mails-'))
    },
    async close() {
      await Promise.all([owner.end(), orderService.end()])
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
      await rm(documentsFolder(database.url), { recursive: true, force: true })
    },
  }
}
