/** A client for Razorpay's HTTP API: orders, payments and refunds only. */
import * as v from 'valibot'
import { readProviderPayment, readProviderRefund } from '#domain/orders/payment-provider.ts'
import type { ProviderPayment, ProviderRefund } from '#domain/orders/payment-provider.ts'
import { isObject } from '../request-body.ts'

/** Razorpay gave no usable answer: network error, timeout, server error or rejected keys. The result is unknown. */
export class ProviderUnreachable extends Error {}

/** Razorpay refused the request. */
export class ProviderRefusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const ORDER = v.object({
  id: v.pipe(v.string(), v.regex(/^order_[A-Za-z0-9]{1,40}$/)),
  amount: v.number(),
  currency: v.string(),
  receipt: v.fallback(v.string(), ''),
  status: v.fallback(v.string(), ''),
})
export type ProviderOrder = v.InferOutput<typeof ORDER>

export type RazorpayAccess = { url: string; keyId: string; keySecret: string; signal?: AbortSignal }

/** Milliseconds for one call, unless the caller sets a signal. */
const TIMEOUT = 10_000

export type Razorpay = ReturnType<typeof openRazorpay>

export function openRazorpay({ url, keyId, keySecret, signal }: RazorpayAccess) {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`

  async function ask(method: 'GET' | 'POST', path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Record<string, unknown>> {
    let answer: Response
    let text: string
    try {
      answer = await fetch(`${url}/v1/${path}`, {
        method,
        headers: { authorization, accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'error', // send the secret only to the configured URL
        signal: signal ?? AbortSignal.timeout(TIMEOUT),
      })
      text = await answer.text()
    } catch (error) {
      throw new ProviderUnreachable('Failed to reach Razorpay', { cause: error })
    }
    const read = parse(text)
    if (answer.ok && read) return read
    // 401: wrong or revoked keys. 409: the same operation is in progress. 429: rate limit. None of them says anything about the payment.
    if (answer.ok || answer.status >= 500 || [401, 403, 408, 409, 429].includes(answer.status)) {
      throw new ProviderUnreachable(`Razorpay answered ${answer.status}`)
    }
    const { description } = (read?.['error'] ?? {}) as { description?: unknown }
    throw new ProviderRefusal(answer.status, typeof description === 'string' ? description : `Razorpay answered ${answer.status}`)
  }

  return {
    keyId,

    /** Finds an earlier order by its receipt. Razorpay does not enforce unique receipts, so check before creating another one. */
    async findOrder(receipt: string, amount: number): Promise<ProviderOrder | null> {
      const found = items(await ask('GET', `orders?receipt=${encodeURIComponent(receipt)}`)).map(readOrder)
      return found.find((order) => order !== null && order.receipt === receipt && order.amount === amount && order.currency === 'INR') ?? null
    },

    async createOrder(receipt: string, amount: number, notes: Record<string, string>): Promise<ProviderOrder> {
      const order = readOrder(await ask('POST', 'orders', { amount, currency: 'INR', receipt, notes }))
      if (!order) throw new ProviderUnreachable('Razorpay returned an invalid order')
      return order
    },

    async paymentsOfOrder(id: string): Promise<ProviderPayment[]> {
      return items(await ask('GET', `orders/${id}/payments`)).flatMap((item) => readProviderPayment(item) ?? [])
    },

    async payment(id: string): Promise<ProviderPayment> {
      return mustBe(readProviderPayment(await ask('GET', `payments/${id}`)), 'payment')
    },

    /** Captures an authorised payment. Returns the payment if it was captured in the meantime. */
    async capture(id: string, amount: number): Promise<ProviderPayment> {
      try {
        return mustBe(readProviderPayment(await ask('POST', `payments/${id}/capture`, { amount, currency: 'INR' })), 'payment')
      } catch (error) {
        if (error instanceof ProviderRefusal) return this.payment(id)
        throw error
      }
    },

    async refundsOfPayment(id: string): Promise<ProviderRefund[]> {
      return items(await ask('GET', `payments/${id}/refunds?count=100`)).flatMap((item) => readProviderRefund(item) ?? [])
    },

    /** @param key idempotency key: repeated calls with the same key are one refund */
    async refund(id: string, amount: number, key: string, receipt?: string): Promise<ProviderRefund> {
      const body = { amount, speed: 'normal', ...(receipt === undefined ? {} : { receipt }) }
      return mustBe(readProviderRefund(await ask('POST', `payments/${id}/refund`, body, { 'x-refund-idempotency': key })), 'refund')
    },
  }
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function items(collection: Record<string, unknown>): unknown[] {
  const { items: list } = collection
  if (!Array.isArray(list)) throw new ProviderUnreachable('Razorpay returned an invalid list')
  return list
}

function mustBe<T>(value: T | null, what: string): T {
  if (value === null) throw new ProviderUnreachable(`Razorpay returned an invalid ${what}`)
  return value
}

function readOrder(value: unknown): ProviderOrder | null {
  const read = v.safeParse(ORDER, value)
  return read.success ? read.output : null
}
