import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { invoiceContents } from '#domain/documents/invoice-content.ts'
import { frozenOrder, goods, SHOP, withDocuments } from '#domain/documents/testing/frozen-order.ts'
import { drawInvoicePdf } from '../invoice/draw.ts'
import { renderInvoicePdf } from '../invoice/render.ts'
import { openPress, PressError } from './press.ts'
import type { Press, PressOptions } from './press.ts'

const lines = (count: number) => Array.from({ length: count }, (_, index) => [goods(`Kajal No. ${index + 1}`, '3304', 18, '60.50'), 2] as const)
const invoiceOf = (count: number) => invoiceContents(...withDocuments(frozenOrder({ lines: lines(count) })), SHOP, 'invoice')

/** Removes from a PDF the second of its creation, and the two ids that Typst derives from it. */
const timeless = (pdf: Uint8Array): string =>
  Buffer.from(pdf)
    .toString('latin1')
    .replace(/D:\d{14}Z|(?<=Date>)[\dT:+-]+|(?<=InstanceID>)[^<]+|\/ID \[[^\]]+\]/g, '')

describe('an invoice', () => {
  test('of 220 lines is drawn while the server answers others', async () => {
    const server = createServer((_request, response) => response.end('here'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const events: string[] = []
    const drawn = drawInvoicePdf(invoiceOf(220), 'all').then(() => events.push('drawn'))
    for (let count = 0; count < 5; count += 1) {
      await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).text()
      events.push('answered')
    }
    await drawn
    server.close()
    expect(events).toEqual(['answered', 'answered', 'answered', 'answered', 'answered', 'drawn'])
  })

  test('is the very file that drawing in the way makes', async () => {
    const drawn = await drawInvoicePdf(invoiceOf(40), 'all')
    expect(timeless(drawn) === timeless(renderInvoicePdf(invoiceOf(40), 'all'))).toBe(true)
    expect(timeless(drawn) === timeless(await drawInvoicePdf(invoiceOf(39), 'all'))).toBe(false)
  })

  test('fails with the reason of the drawer where there is nothing to draw', async () => {
    await expect(drawInvoicePdf([], 'all')).rejects.toThrow('There is nothing to print')
  })
})

const script = new URL('../testing/moody-drawer.ts', import.meta.url)

describe('the press', () => {
  let press: Press<unknown>
  const open = (options: Partial<PressOptions> = {}) => (press = openPress({ script, limit: 3, idle: 60_000, patience: 60_000, ...options }))
  /** The id of the process that rendered. */
  const drawer = async (): Promise<number> => Number(new TextDecoder().decode(await press.print('who')))
  afterEach(() => press.close())

  test('keeps its process from document to document', async () => {
    open()
    const first = await drawer()
    expect([await drawer(), await drawer()]).toEqual([first, first])
  })

  test('ends its process once there has been nothing to draw for a while, and starts another when there is', async () => {
    open({ idle: 0 })
    const first = await drawer()
    await vi.waitFor(() => expect(() => process.kill(first, 0)).toThrow('ESRCH'), 20_000)
    expect(await drawer()).not.toBe(first)
  })

  test.each([
    ['exit', 'The drawing process ended while it drew (3)'],
    ['die', 'The drawing process ended while it drew (SIGKILL)'],
  ])('that breaks (%s) fails that document clearly, and draws the next ones in a new process', async (job, reason) => {
    open()
    const first = await drawer()
    const [broken, next] = await Promise.allSettled([press.print(job), drawer()])
    expect(broken).toMatchObject({ status: 'rejected', reason: { message: reason } })
    expect(broken.status === 'rejected' && broken.reason).toBeInstanceOf(PressError)
    expect(next.status === 'fulfilled' && next.value !== first).toBe(true)
  })

  test('that hangs is stopped: that document fails clearly, and the next ones are drawn in a new process', async () => {
    open({ patience: 4000 })
    const first = await drawer()
    const [hung, next] = await Promise.allSettled([press.print('hang'), drawer()])
    expect(hung).toMatchObject({ status: 'rejected', reason: { message: 'A document took longer than 4 s to draw' } })
    expect(next.status).toBe('fulfilled')
    await vi.waitFor(() => expect(() => process.kill(first, 0)).toThrow('ESRCH'), 20_000)
  })

  test('refuses more documents than may wait, and forgets none of those', async () => {
    open()
    const jobs = await Promise.allSettled(Array.from({ length: 6 }, () => drawer()))
    expect(jobs.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'])
    expect(jobs[5]).toMatchObject({ reason: { message: 'Many documents are being drawn: try again in a moment' } })
    expect(await drawer()).toBeGreaterThan(0)
  })

  test('draws what goes first before what customers wait for, and each in the order of asking', async () => {
    open({ limit: 10 })
    await drawer()
    const drawn: string[] = []
    const ask = (name: string, turn?: 'later') => press.print('who', turn).then(() => drawn.push(name))
    await Promise.all([ask('under way'), ask('a customer', 'later'), ask('another', 'later'), ask('a mail'), ask('the staff')])
    expect(drawn).toEqual(['under way', 'a mail', 'the staff', 'a customer', 'another'])
  })

  test('tells what the drawer said, and what cannot be sent to a process, and goes on', async () => {
    open()
    await expect(press.print('refuse')).rejects.toThrow('no such font')
    await expect(press.print({ name: () => 'a function' })).rejects.toThrow('could not be cloned')
    expect(await drawer()).toBeGreaterThan(0)
  })

  test("gives its process nothing of the server's environment", async () => {
    open()
    await expect(press.print('environment')).rejects.toThrow(/^(NODE_CHANNEL_\w+ ?)*$/)
  })

  test('that is closed fails what waits and leaves no process behind', async () => {
    open()
    const first = await drawer()
    const waits = Promise.allSettled([press.print('hang'), press.print('who')])
    await press.close()
    expect(await waits).toMatchObject([{ reason: { message: 'The press is closed' } }, { reason: { message: 'The press is closed' } }])
    expect(() => process.kill(first, 0)).toThrow('ESRCH')
  })
})
