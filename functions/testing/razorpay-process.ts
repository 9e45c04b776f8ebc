/** Starts the fake Razorpay as a separate process and controls it over HTTP. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

export const FAKE_RAZORPAY_KEYS = { keyId: 'rzp_test_fake', keySecret: 'fake-key-secret', webhookSecret: 'fake-webhook-secret' }

export type Voucher = { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string }
export type FakeState = {
  orders: { id: string; receipt: string; amount: number }[]
  payments: { id: string; order_id: string; amount: number; status: string; captured: boolean; amount_refunded: number }[]
  refunds: { id: string; payment_id: string; amount: number; status: string }[]
  events: { id: string; event: string; body: string }[]
}

export type FakeRazorpay = {
  url: string
  control<T>(what: string, body?: unknown): Promise<T>
  state(): Promise<FakeState>
  about(order: string): Promise<FakeState>
  close(): Promise<void>
}

export async function startRazorpay(): Promise<FakeRazorpay> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'fake-razorpay.ts')], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  if (!child.stdout) throw new Error('the fake has no output')
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const url = line.toString().trim()
  const control = async <T>(what: string, body: unknown = {}): Promise<T> => {
    const answer = await fetch(`${url}/control/${what}`, { method: 'POST', body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`the fake answered ${what} with ${await answer.text()}`)
    return (await answer.json()) as T
  }
  return {
    url,
    control,
    state: () => control<FakeState>('state'),
    about: (order) => control<FakeState>('about', { order_id: order }),
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
