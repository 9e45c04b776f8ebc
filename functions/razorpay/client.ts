/** Razorpay's HTTP interface: orders, payments and refunds, nothing else of it. */
import { readProviderPayment, readProviderRefund } from '#domain/orders/payment-provider.ts'
import type { ProviderPayment, ProviderRefund } from '#domain/orders/payment-provider.ts'

/** No word on the matter: the line, the time, Razorpay's own trouble, or keys that it does not take. Nothing is known then. */
export class ProviderUnreachable extends Error {}

/** Razorpay's word that it will not do this. */
export class ProviderRefusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export type ProviderOrder = { id: string; amount: number; currency: string; receipt: string; status: string }

export type RazorpayAccess = { url: string; keyId: string; keySecret: string; signal?: AbortSignal }

/** Milliseconds for one call where the caller has set no limit. */
const PATIENCE = 10_000

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
        redirect: 'error', // the secret goes to the configured address and nowhere else
        signal: signal ?? AbortSignal.timeout(PATIENCE),
      })
      text = await answer.text()
    } catch (error) {
      throw new ProviderUnreachable('Razorpay could not be reached', { cause: error })
    }
    const read = parse(text)
    if (answer.ok && read) return read
    // 401: keys that are wrong or withdrawn. 409: the same is being done at this moment. 429: too many. None of them tells of the payment.
    if (answer.ok || answer.status >= 500 || [401, 403, 408, 409, 429].includes(answer.status)) {
      throw new ProviderUnreachable(`Razorpay answered ${answer.status}`)
    }
    const { description } = (read?.['error'] ?? {}) as { description?: unknown }
    throw new ProviderRefusal(answer.status, typeof description === 'string' ? description : `Razorpay answered ${answer.status}`)
  }

  return {
    keyId,

    /** Razorpay does not hold receipts unique: what was made before is found by its receipt, and made again only if there is none. */
    async findOrder(receipt: string, amount: number): Promise<ProviderOrder | null> {
      const found = items(await ask('GET', `orders?receipt=${encodeURIComponent(receipt)}`)).map(readOrder)
      return found.find((order) => order !== null && order.receipt === receipt && order.amount === amount && order.currency === 'INR') ?? null
    },

    async createOrder(receipt: string, amount: number, notes: Record<string, string>): Promise<ProviderOrder> {
      const order = readOrder(await ask('POST', 'orders', { amount, currency: 'INR', receipt, notes }))
      if (!order) throw new ProviderUnreachable('Razorpay answered with something that is no order')
      return order
    },

    async paymentsOfOrder(id: string): Promise<ProviderPayment[]> {
      return items(await ask('GET', `orders/${id}/payments`)).flatMap((item) => readProviderPayment(item) ?? [])
    },

    async payment(id: string): Promise<ProviderPayment> {
      return mustBe(readProviderPayment(await ask('GET', `payments/${id}`)), 'payment')
    },

    /** Takes the money that is authorised. One that was taken meanwhile is answered as it is. */
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

    /** @param key the same key is the same refund, however often it is asked for */
    async refund(id: string, amount: number, key: string): Promise<ProviderRefund> {
      return mustBe(readProviderRefund(await ask('POST', `payments/${id}/refund`, { amount, speed: 'normal' }, { 'x-refund-idempotency': key })), 'refund')
    },
  }
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function items(collection: Record<string, unknown>): unknown[] {
  const { items: list } = collection
  if (!Array.isArray(list)) throw new ProviderUnreachable('Razorpay answered with something that is no list')
  return list
}

function mustBe<T>(value: T | null, what: string): T {
  if (value === null) throw new ProviderUnreachable(`Razorpay answered with something that is no ${what}`)
  return value
}

function readOrder(value: unknown): ProviderOrder | null {
  const { id, amount, currency, receipt, status } = (value ?? {}) as Record<string, unknown>
  if (typeof id !== 'string' || !/^order_[A-Za-z0-9]{1,40}$/.test(id) || typeof amount !== 'number' || typeof currency !== 'string') return null
  return { id, amount, currency, receipt: typeof receipt === 'string' ? receipt : '', status: typeof status === 'string' ? status : '' }
}
