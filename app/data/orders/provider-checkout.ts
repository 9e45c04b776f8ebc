/** The provider's dialog. Its script comes from the provider's own host, and loads only when a buyer pays. */
import type { ProviderAnswer, StartedPayment } from './payments.ts'

/** How the dialog ended. `refused`: the provider's message for the last failed attempt. */
export type DialogEnd = { kind: 'paid'; answer: ProviderAnswer } | { kind: 'closed'; refused: string | null }

export type Payer = { storeName: string; note: string; name: string; email: string; phone: string; /** s until the dialog closes by itself */ seconds: number }

type Options = Record<string, unknown>
type Dialog = { open: () => void; close?: () => void; on: (event: string, handler: (response: unknown) => void) => void }
type Provider = new (options: Options) => Dialog

/** The script did not load: blocked, no connection, or too slow. */
export class CheckoutUnavailable extends Error {}

/** In ms: enough for a phone on poor 4G to load a script of 60 kB; after that it gets an error. */
const LOAD_MS = 15_000

const provider = (): Provider | null => {
  const found: unknown = Reflect.get(window, 'Razorpay')
  return typeof found === 'function' ? (found as Provider) : null
}

let loading: Promise<Provider> | null = null

function load(address: string): Promise<Provider> {
  const known = provider()
  if (known) return Promise.resolve(known)
  loading ??= new Promise<Provider>((resolve, reject) => {
    const script = document.createElement('script')
    const clock = setTimeout(() => end(null), LOAD_MS)
    function end(found: Provider | null) {
      clearTimeout(clock)
      loading = null
      if (found) return resolve(found)
      script.remove() // the next attempt loads it again
      reject(new CheckoutUnavailable(address))
    }
    script.addEventListener('load', () => end(provider()))
    script.addEventListener('error', () => end(null))
    script.async = true
    script.src = address
    document.head.append(script)
  })
  return loading
}

/**
 * Opens the provider's dialog and waits for its end.
 * @param stage `opened`: the dialog is open over the page; `leaving`: aborted when the user leaves the page, which closes the dialog
 * @throws CheckoutUnavailable
 */
export async function openCheckout(payment: StartedPayment, payer: Payer, stage: { opened: () => void; leaving?: AbortSignal }): Promise<DialogEnd> {
  const Checkout = await load(payment.script)
  if (stage.leaving?.aborted) return { kind: 'closed', refused: null }
  return new Promise((resolve) => {
    let refused: string | null = null
    const dialog = new Checkout({
      key: payment.key,
      order_id: payment.providerOrder,
      amount: payment.amount,
      currency: payment.currency,
      name: payer.storeName,
      description: payer.note,
      prefill: { name: payer.name, email: payer.email, contact: `+91${payer.phone}` },
      theme: { color: '#74234f' },
      timeout: payer.seconds,
      handler: (answer: ProviderAnswer) => resolve({ kind: 'paid', answer }),
      modal: { confirm_close: true, ondismiss: () => resolve({ kind: 'closed', refused }) },
    })
    // The dialog stays open and offers another attempt; the refusal is shown once it is closed.
    dialog.on('payment.failed', (response) => (refused = wordsOf(response)))
    stage.leaving?.addEventListener('abort', () => dialog.close?.())
    dialog.open()
    stage.opened()
  })
}

/** The provider's message, in its `error.description`; empty when there is none. */
function wordsOf(response: unknown): string {
  const error: unknown = typeof response === 'object' && response !== null ? Reflect.get(response, 'error') : null
  const words: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'description') : null
  return typeof words === 'string' ? words : ''
}
