import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { invoiceContents } from '#domain/documents/invoice-content.ts'
import { frozenOrder, goods, SHOP, withDocuments } from '#domain/documents/testing/frozen-order.ts'
import { renderInvoiceInWorker } from '../invoice/render-in-worker.ts'
import { renderInvoicePdf } from '../invoice/render.ts'
import { createPdfWorker, PdfWorkerError } from './pdf-worker.ts'
import type { PdfWorker, PdfWorkerOptions } from './pdf-worker.ts'

const lines = (count: number) => Array.from({ length: count }, (_, index) => [goods(`Kajal No. ${index + 1}`, '3304', 18, '60.50'), 2] as const)
const invoiceOf = (count: number) => invoiceContents(...withDocuments(frozenOrder({ lines: lines(count) })), SHOP, 'invoice')

/** Removes from a PDF the second of its creation, and the two ids that Typst derives from it. */
const timeless = (pdf: Uint8Array): string =>
  Buffer.from(pdf)
    .toString('latin1')
    .replace(/D:\d{14}Z|(?<=Date>)[\dT:+-]+|(?<=InstanceID>)[^<]+|\/ID \[[^\]]+\]/g, '')

describe('an invoice', () => {
  test('of 220 lines is rendered while the server answers other requests', async () => {
    const server = createServer((_request, response) => response.end('here'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const events: string[] = []
    const rendered = renderInvoiceInWorker(invoiceOf(220), 'all').then(() => events.push('rendered'))
    for (let count = 0; count < 5; count += 1) {
      await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).text()
      events.push('answered')
    }
    await rendered
    server.close()
    expect(events).toEqual(['answered', 'answered', 'answered', 'answered', 'answered', 'rendered'])
  })

  test('has the same bytes as one that is rendered in the server process', async () => {
    const rendered = await renderInvoiceInWorker(invoiceOf(40), 'all')
    expect(timeless(rendered) === timeless(renderInvoicePdf(invoiceOf(40), 'all'))).toBe(true)
    expect(timeless(rendered) === timeless(await renderInvoiceInWorker(invoiceOf(39), 'all'))).toBe(false)
  })

  test('fails with the reason of the worker if there is nothing to render', async () => {
    await expect(renderInvoiceInWorker([], 'all')).rejects.toThrow('There is nothing to print')
  })
})

const script = new URL('../testing/fake-worker.ts', import.meta.url)

describe('the PDF worker', () => {
  let pdfWorker: PdfWorker<unknown>
  const open = (options: Partial<PdfWorkerOptions> = {}) => (pdfWorker = createPdfWorker({ script, limit: 3, idle: 60_000, patience: 60_000, ...options }))
  /** The id of the process that rendered. */
  const worker = async (): Promise<number> => Number(new TextDecoder().decode(await pdfWorker.render('who')))
  afterEach(() => pdfWorker.close())

  test('uses one process for several documents', async () => {
    open()
    const first = await worker()
    expect([await worker(), await worker()]).toEqual([first, first])
  })

  test('ends its idle process, and starts another for the next document', async () => {
    open({ idle: 0 })
    const first = await worker()
    await vi.waitFor(() => expect(() => process.kill(first, 0)).toThrow('ESRCH'), 20_000)
    expect(await worker()).not.toBe(first)
  })

  test.each([
    ['exit', 'The PDF worker ended while it rendered a document (3)'],
    ['die', 'The PDF worker ended while it rendered a document (SIGKILL)'],
  ])('whose process ends (%s) fails that document with the reason, and renders the next ones in a new process', async (job, reason) => {
    open()
    const first = await worker()
    const [broken, next] = await Promise.allSettled([pdfWorker.render(job), worker()])
    expect(broken).toMatchObject({ status: 'rejected', reason: { message: reason } })
    expect(broken.status === 'rejected' && broken.reason).toBeInstanceOf(PdfWorkerError)
    expect(next.status === 'fulfilled' && next.value !== first).toBe(true)
  })

  test('that hangs is stopped: that document fails with the reason, and the next ones are rendered in a new process', async () => {
    open({ patience: 4000 })
    const first = await worker()
    const [hung, next] = await Promise.allSettled([pdfWorker.render('hang'), worker()])
    expect(hung).toMatchObject({ status: 'rejected', reason: { message: 'A document took longer than 4 s to render' } })
    expect(next.status).toBe('fulfilled')
    await vi.waitFor(() => expect(() => process.kill(first, 0)).toThrow('ESRCH'), 20_000)
  })

  test('refuses documents beyond its queue limit, and renders all that it accepted', async () => {
    open()
    const jobs = await Promise.allSettled(Array.from({ length: 6 }, () => worker()))
    expect(jobs.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'])
    expect(jobs[5]).toMatchObject({ reason: { message: 'Many documents are being rendered: try again in a moment' } })
    expect(await worker()).toBeGreaterThan(0)
  })

  test('renders mails and staff documents before those of customers, each in the order of the requests', async () => {
    open({ limit: 10 })
    await worker()
    const rendered: string[] = []
    const ask = (name: string, turn?: 'later') => pdfWorker.render('who', turn).then(() => rendered.push(name))
    await Promise.all([ask('under way'), ask('a customer', 'later'), ask('another', 'later'), ask('a mail'), ask('the staff')])
    expect(rendered).toEqual(['under way', 'a mail', 'the staff', 'a customer', 'another'])
  })

  test('returns the error of the worker, fails a job that cannot be serialised, and continues', async () => {
    open()
    await expect(pdfWorker.render('refuse')).rejects.toThrow('no such font')
    await expect(pdfWorker.render({ name: () => 'a function' })).rejects.toThrow('could not be cloned')
    expect(await worker()).toBeGreaterThan(0)
  })

  test("gives its process nothing of the server's environment", async () => {
    open()
    await expect(pdfWorker.render('environment')).rejects.toThrow(/^(NODE_CHANNEL_\w+ ?)*$/)
  })

  test('that is closed fails its waiting jobs and leaves no process behind', async () => {
    open()
    const first = await worker()
    const waits = Promise.allSettled([pdfWorker.render('hang'), pdfWorker.render('who')])
    await pdfWorker.close()
    expect(await waits).toMatchObject([{ reason: { message: 'The PDF worker is closed' } }, { reason: { message: 'The PDF worker is closed' } }])
    expect(() => process.kill(first, 0)).toThrow('ESRCH')
  })
})
