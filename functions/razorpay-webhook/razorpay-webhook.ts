import { createHash } from 'node:crypto'
import { readProviderNews } from '#domain/orders/payment-provider.ts'
import type { ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'
import { readBytes } from '../request-body.ts'
import { orBusy } from '../razorpay/busy.ts'
import { readKeys, settlePayment, settleRefund, takeEvent } from '../razorpay/payment-repository.ts'
import { isSignedBy } from '../razorpay/signature.ts'

/** Bytes; real events have two to three thousand. */
export const LARGEST_EVENT = 64 * 1024

/**
 * POST /functions/v1/razorpay-webhook: receives Razorpay's events. No user and no API key: the signature over the raw body
 * authenticates Razorpay. Stores and processes the event in one transaction, so it is either done or delivered again. Makes no
 * calls to Razorpay, to respond within its limit of five seconds.
 *
 * @returns 200 · 400 BAD_SIGNATURE, INVALID · 405 · 413 · 503 to request another delivery
 */
export const razorpayWebhook: ShopFunction = orBusy(
  async (request, context) => {
    if (request.method !== 'POST') return jsonAnswer(405, { code: 'METHOD_NOT_ALLOWED' }, { allow: 'POST' })
    const body = await readBytes(request, LARGEST_EVENT)
    if (!body) return jsonAnswer(413, { code: 'TOO_LARGE' })
    const keys = await context.asPaymentService(readKeys)
    if (!isSignedBy(keys?.webhook_secrets ?? [], body, request.headers.get('x-razorpay-signature') ?? '')) {
      context.log('warn', 'razorpay-webhook: Invalid signature')
      return jsonAnswer(400, { code: 'BAD_SIGNATURE' })
    }
    const event = parse(body)
    if (event === undefined) return jsonAnswer(400, { code: 'INVALID' })
    const news = readProviderNews(event)
    if (!news) return jsonAnswer(200, { received: true }) // signed, but nothing the shop acts on
    // All deliveries of one event have the same id; without an id, identical bytes are the same event.
    const id = request.headers.get('x-razorpay-event-id') || `sha256-${createHash('sha256').update(body).digest('hex')}`
    await context.asPaymentService(async (query) => {
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
