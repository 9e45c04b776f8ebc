import { createHash } from 'node:crypto'
import { readProviderNews } from '#domain/orders/payment-provider.ts'
import type { ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { readBytes } from '../request-body.ts'
import { orBusy } from '../razorpay/busy.ts'
import { readKeys, settlePayment, settleRefund, takeEvent } from '../razorpay/payment-book.ts'
import { isSignedBy } from '../razorpay/signature.ts'

/** Bytes; an event has two or three thousand. */
const LARGEST_EVENT = 64 * 1024

/**
 * POST /functions/v1/razorpay-webhook: Razorpay tells what happened. No user and no key: the signature over the raw body is
 * who it is. The event is written down and worked off in one transaction, so it is either done or comes again; Razorpay is not
 * asked anything here, which keeps the answer within its five seconds.
 *
 * @returns 200 · 400 BAD_SIGNATURE, INVALID · 405 · 413 · 503 where it should be sent again
 */
export const razorpayWebhook: ShopFunction = orBusy(
  async (request, context) => {
    if (request.method !== 'POST') return jsonAnswer(405, { code: 'METHOD_NOT_ALLOWED' }, { allow: 'POST' })
    const body = await readBytes(request, LARGEST_EVENT)
    if (!body) return jsonAnswer(413, { code: 'TOO_LARGE' })
    const keys = await context.atPaymentDesk(readKeys)
    if (!isSignedBy(keys?.webhook_secrets ?? [], body, request.headers.get('x-razorpay-signature') ?? '')) {
      context.log('warn', 'an event came without a good signature of Razorpay')
      return jsonAnswer(400, { code: 'BAD_SIGNATURE' })
    }
    const event = parse(body)
    if (event === undefined) return jsonAnswer(400, { code: 'INVALID' })
    const news = readProviderNews(event)
    if (!news) return jsonAnswer(200, { received: true }) // signed, but nothing the shop acts on
    // Every delivery of one event has the same id; should it be missing, the same bytes are the same event.
    const id = request.headers.get('x-razorpay-event-id') || `sha256-${createHash('sha256').update(body).digest('hex')}`
    await context.atPaymentDesk(async (query) => {
      if (!(await takeEvent(query, id, news.event))) return
      for (const payment of news.payments) await settlePayment(query, payment)
      for (const refund of news.refunds) await settleRefund(query, refund)
    })
    return jsonAnswer(200, { received: true })
  },
  { retryAfter: 5 },
)

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown
  } catch {
    return undefined
  }
}
