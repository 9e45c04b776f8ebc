import { useEffect, useRef, useState } from 'react'
import { isOwed } from '#domain/orders/order-status.ts'
import * as say from '#words/order.tsx'
import { fetchPaymentState, storeReturn, storedReturn, startPayment } from '../../data/orders/payments.ts'
import type { Order } from '../../data/orders/orders.ts'
import { useSettings } from '../../data/shop/use-settings.ts'
import { heldUntil } from './held-until.ts'

export type PayStep =
  /** the state is being read, so that nothing is paid twice */
  | { kind: 'looking' }
  | { kind: 'idle' }
  | { kind: 'starting' }
  /** the provider's dialog is open over the page */
  | { kind: 'open' }
  /** `fresh`: the check began when the dialog closed, not when the page opened */
  | { kind: 'checking'; fresh: boolean }
  /** the dialog was closed without a payment; `refused`: the provider's message for the last attempt, null when there was none */
  | { kind: 'closed'; refused: string | null }
  | { kind: 'trouble'; what: 'unreachable' | 'script' | 'failed'; attempt: number }

/**
 * Pays an order through the provider exactly once, whatever happens to the dialog, the page or the connection
 * (docs/rules.md#unknown-payment-results).
 * @param begin opens the dialog at once: the order has just been placed
 */
export function useOnlinePayment(order: Order, begin: boolean, onChanged: () => void): { step: PayStep; pay: () => void; checked: (state: string) => void } {
  const settings = useSettings()
  const [step, setStep] = useState<PayStep>(() => (storedReturn(order.id) ? { kind: 'checking', fresh: false } : { kind: begin ? 'starting' : 'looking' }))
  const busy = useRef(false)
  const attempts = useRef(0)
  const leaving = useRef<AbortSignal | undefined>(undefined)

  const trouble = (what: 'unreachable' | 'script' | 'failed') => setStep({ kind: 'trouble', what, attempt: (attempts.current += 1) })

  /** Reads the current state: shows the check while there is one, `otherwise` if not, and reports a state that has changed. */
  async function look(otherwise: PayStep) {
    const standing = await fetchPaymentState(order.id)
    if (leaving.current?.aborted) return
    if (standing.kind === 'known' && standing.checking) setStep({ kind: 'checking', fresh: otherwise.kind === 'closed' })
    else {
      setStep(otherwise)
      if (standing.kind === 'known' && standing.state !== order.payment_state) onChanged()
    }
  }

  async function run() {
    if (busy.current) return
    busy.current = true
    try {
      const { openCheckout } = await import('../../data/orders/provider-checkout.ts')
      const started = await startPayment(order.id)
      if (started.kind === 'over') {
        setStep({ kind: 'looking' })
        onChanged()
        return await look({ kind: 'idle' })
      }
      if (started.kind !== 'started') return trouble(started.kind)
      const seconds = Math.round((heldUntil(order, settings).getTime() - Date.now()) / 1000)
      const end = await openCheckout(
        started.payment,
        {
          storeName: settings.storeName,
          note: say.noteToProvider(order.id.slice(0, 8)),
          name: order.full_name,
          email: order.email,
          phone: order.phone,
          seconds: Math.max(60, seconds),
        },
        { opened: () => setStep({ kind: 'open' }), leaving: leaving.current },
      )
      if (end.kind === 'paid') {
        storeReturn(order.id, end.answer)
        setStep({ kind: 'checking', fresh: true })
      } else {
        // A UPI app may have paid although the dialog was closed.
        setStep({ kind: 'looking' })
        await look({ kind: 'closed', refused: end.refused })
      }
    } catch {
      trouble('script')
    } finally {
      busy.current = false
    }
  }

  // The first action, run once.
  const first = useRef(step.kind === 'starting' ? run : step.kind === 'looking' ? () => look({ kind: 'idle' }) : null)
  useEffect(() => {
    const left = new AbortController()
    leaving.current = left.signal
    void first.current?.()
    return () => left.abort()
  }, [])

  return {
    step,
    pay: () => {
      if (busy.current) return
      setStep({ kind: 'starting' })
      void run()
    },
    /**
     * The check has ended. Unless money is still owed, this step stays on the page until the order itself shows the result, so that
     * the buyer is never asked to pay again for a moment.
     */
    checked: (state) => {
      if (isOwed(state)) setStep({ kind: 'idle' })
      onChanged()
    },
  }
}
