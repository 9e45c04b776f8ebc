import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as Checkout from './provider-checkout.ts'

/** The provider's script as the page sees it: it sets `Razorpay` on the window. */
class FakeDialog {
  static last: FakeDialog
  readonly options: { handler: (answer: unknown) => void; modal: { ondismiss: () => void }; [name: string]: unknown }
  refuse: (response: unknown) => void = () => undefined
  opened = 0
  closed = 0

  constructor(options: FakeDialog['options']) {
    this.options = options
    FakeDialog.last = this
  }
  on(_event: string, handler: (response: unknown) => void): void {
    this.refuse = handler
  }
  open(): void {
    this.opened += 1
  }
  close(): void {
    this.closed += 1
  }
}

type FakeScript = { src: string; gone: boolean; fire: (event: 'load' | 'error') => void }
let scripts: FakeScript[]
let checkout: typeof Checkout

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  scripts = []
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', {
    createElement: () => {
      const heard = new Map<string, () => void>()
      const script = {
        src: '',
        gone: false,
        fire: (event: string) => heard.get(event)?.(),
        addEventListener: (event: string, call: () => void) => void heard.set(event, call),
        remove: () => void (script.gone = true),
      }
      return script
    },
    head: { append: (script: FakeScript) => scripts.push(script) },
  })
  checkout = await import('./provider-checkout.ts')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const payment = { providerOrder: 'order_1', key: 'rzp_test_1', amount: 33_600, currency: 'INR', script: 'https://pay.example/checkout.js' }
const payer = { storeName: 'Shringar', note: '#0b9f6c1e', name: 'Meera Nair', email: 'meera@looks.example', phone: '9820012345', seconds: 600 }
const arrives = () => {
  Reflect.set(window, 'Razorpay', FakeDialog)
  scripts.at(-1)?.fire('load')
}
const settle = () => vi.advanceTimersByTimeAsync(0)

test('the script is loaded once, and the dialog opens with the order’s amount and the remaining time', async () => {
  const opened = vi.fn()
  const end = checkout.openCheckout(payment, payer, { opened })
  expect(scripts.map(({ src }) => src)).toEqual(['https://pay.example/checkout.js'])
  arrives()
  await settle()
  expect(opened).toHaveBeenCalledOnce()
  expect(FakeDialog.last.options).toMatchObject({ key: 'rzp_test_1', order_id: 'order_1', amount: 33_600, currency: 'INR', timeout: 600 })
  FakeDialog.last.options.handler({ razorpay_payment_id: 'pay_1' })
  expect(await end).toEqual({ kind: 'paid', answer: { razorpay_payment_id: 'pay_1' } })
  const again = checkout.openCheckout(payment, payer, { opened })
  await settle()
  FakeDialog.last.options.modal.ondismiss()
  expect(await again).toEqual({ kind: 'closed', refused: null })
  expect(scripts).toHaveLength(1)
})

test('a refused attempt shows the provider’s message, once the dialog is closed', async () => {
  const end = checkout.openCheckout(payment, payer, { opened: () => undefined })
  arrives()
  await settle()
  FakeDialog.last.refuse({ error: { description: 'Your card was declined.' } })
  FakeDialog.last.options.modal.ondismiss()
  expect(await end).toEqual({ kind: 'closed', refused: 'Your card was declined.' })
})

test('a script that fails to load is removed, and the next attempt loads it again', async () => {
  for (const fail of [() => scripts.at(-1)?.fire('error'), () => void vi.advanceTimersByTime(15_000)]) {
    const failed = checkout.openCheckout(payment, payer, { opened: () => undefined }).catch((error: unknown) => error)
    fail()
    expect(await failed).toBeInstanceOf(checkout.CheckoutUnavailable)
    expect(scripts.at(-1)?.gone).toBe(true)
  }
  const end = checkout.openCheckout(payment, payer, { opened: () => undefined })
  expect(scripts).toHaveLength(3)
  arrives()
  await settle()
  FakeDialog.last.options.modal.ondismiss()
  expect(await end).toMatchObject({ kind: 'closed' })
})

test('the dialog closes with the page', async () => {
  const left = new AbortController()
  void checkout.openCheckout(payment, payer, { opened: () => undefined, leaving: left.signal })
  arrives()
  await settle()
  left.abort()
  expect(FakeDialog.last).toMatchObject({ opened: 1, closed: 1 })
})
