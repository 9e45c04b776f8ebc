/**
 * `node functions/testing/fake-razorpay.ts`: a fake Razorpay server in a separate process, for tests. Prints its URL
 * on one line and runs until it is killed. FAKE_RAZORPAY_PORT (default: any free one), FAKE_RAZORPAY_KEY_ID, FAKE_RAZORPAY_KEY_SECRET,
 * FAKE_RAZORPAY_WEBHOOK_SECRET. Tests control it by POST /control/… and read its state by GET /control/state.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { BadRequest, openBooks } from './razorpay-books.ts'
import type { Event } from './razorpay-books.ts'
import { windowScript } from './razorpay-window.ts'

const keys = {
  keyId: process.env['FAKE_RAZORPAY_KEY_ID'] ?? 'rzp_test_fake',
  keySecret: process.env['FAKE_RAZORPAY_KEY_SECRET'] ?? 'fake-key-secret',
  webhookSecret: process.env['FAKE_RAZORPAY_WEBHOOK_SECRET'] ?? 'fake-webhook-secret',
}
const authorization = `Basic ${Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString('base64')}`

/** How the API responds: `lost` processes the request but drops the response; `down` drops the connection. `path`: applies only to paths containing it. */
let mode: { mode: 'up' | 'down' | 'hang' | 'error' | 'lost'; path?: string; delay?: number } = { mode: 'up' }
let webhooks: { url?: string; automatic?: boolean } = {}
const sending = new Set<Promise<unknown>>()

async function deliver({ id, body }: Event, { secret, forged, times = 1 }: { secret?: string; forged?: boolean; times?: number } = {}): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < times; n += 1) {
    const headers = {
      'content-type': 'application/json',
      'x-razorpay-event-id': id,
      'x-razorpay-signature': forged ? '0'.repeat(64) : books.signature(body, secret),
    }
    const answer = await fetch(webhooks.url ?? '', { method: 'POST', body, headers }).catch(() => null)
    statuses.push(answer?.status ?? 0)
  }
  return statuses
}
const books = openBooks(keys, (event) => {
  if (!webhooks.automatic || !webhooks.url) return
  const sent = deliver(event).finally(() => sending.delete(sent))
  sending.add(sent)
})

const list = (items: unknown[]) => ({ entity: 'collection', count: items.length, items })

/** The API of Razorpay. */
function answerApi(method: string, parts: string[], query: URLSearchParams, body: Record<string, unknown>, request: IncomingMessage): unknown {
  const [kind, id = '', what] = parts
  const key = request.headers['x-refund-idempotency']
  if (kind === 'orders' && method === 'POST') return books.createOrder(body)
  if (kind === 'orders' && id === '') return list(books.ordersOf(query.get('receipt')))
  if (kind === 'orders') return what === 'payments' ? list(books.paymentsOf(id)) : books.order(id)
  if (kind === 'payments' && method === 'GET') return what === 'refunds' ? list(books.refundsOf(id)) : books.payment(id)
  if (kind === 'payments' && what === 'capture') return books.capture(id, body)
  if (kind === 'payments' && what === 'refund') return books.refund(id, body, typeof key === 'string' ? key : null)
  throw new BadRequest('The requested URL was not found on the server.')
}

/** The control API for tests. */
async function answerControl(what: string, body: Record<string, unknown>): Promise<unknown> {
  const { order_id: order, payment_id: payment, refund_id: refund, event_id: event } = body
  const changes = body as { amount?: number; currency?: string }
  if (what === 'state') return books.state()
  if (what === 'about') return books.about(order)
  if (what === 'pay') return books.voucher(books.pay(order, changes))
  if (what === 'authorize') return books.voucher(books.attempt(order, 'authorized', changes))
  if (what === 'begin') return books.voucher(books.attempt(order, 'created', changes))
  if (what === 'fail') return books.attempt(order, 'failed', changes)
  if (what === 'capture') return books.take(payment)
  if (what === 'release') return books.release(payment)
  if (what === 'hold') return books.hold(body['refunds'] === true) ?? {}
  if (what === 'process') return books.process(refund, body['status'] === 'failed' ? 'failed' : 'processed')
  if (what === 'answer') return (mode = body as typeof mode)
  if (what === 'webhooks') return (webhooks = body as typeof webhooks)
  if (what === 'send') return deliver(books.event(event), body)
  if (what === 'settled') return Promise.allSettled(sending)
  throw new BadRequest(`There is no control ${what}`)
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return chunks.length === 0 ? {} : (JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>)
}

function send(response: ServerResponse, status: number, body: unknown, type = 'application/json'): void {
  response.writeHead(status, { 'content-type': type, 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

async function handle(request: IncomingMessage, response: ServerResponse, origin: string): Promise<void> {
  const url = new URL(request.url ?? '/', origin)
  const [first, ...parts] = url.pathname.split('/').slice(1)
  if (request.method === 'OPTIONS') return send(response, 204, '')
  if (url.pathname === '/v1/checkout.js') return send(response, 200, windowScript(origin), 'text/javascript')
  const body = await readBody(request)
  const concerned = first === 'v1' && (mode.path === undefined || url.pathname.includes(mode.path))
  if (concerned && mode.delay) await new Promise((resolve) => setTimeout(resolve, mode.delay))
  if (concerned && mode.mode === 'hang') return
  if (concerned && mode.mode === 'down') return void request.socket.destroy()
  if (concerned && mode.mode === 'error') return send(response, 500, { error: { code: 'SERVER_ERROR', description: 'We are facing some trouble' } })
  if (first === 'v1' && request.headers.authorization !== authorization) {
    return send(response, 401, { error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' } })
  }
  try {
    const answer = first === 'v1' ? answerApi(request.method ?? '', parts, url.searchParams, body, request) : await answerControl(parts[0] ?? '', body)
    if (concerned && mode.mode === 'lost') return void request.socket.destroy()
    send(response, 200, answer)
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error
    send(response, 400, { error: { code: 'BAD_REQUEST_ERROR', description: error.message } })
  }
}

let origin = ''
const server = createServer((request, response) => {
  handle(request, response, origin).catch((error: unknown) => send(response, 500, { error: { code: 'FAKE_RAZORPAY', description: String(error) } }))
})
server.listen(Number(process.env['FAKE_RAZORPAY_PORT'] ?? 0), '127.0.0.1', () => {
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  process.stdout.write(`${origin}\n`)
})
// Exit together with the parent process.
process.on('disconnect', () => process.exit(0))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0))
