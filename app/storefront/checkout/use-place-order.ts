import { useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { toPaise } from '#domain/money/money.ts'
import { reloadCart } from '../../data/cart/cart.ts'
import { forgetTypedAddress } from '../../data/account/coming-buyer.ts'
import { reloadNotifications } from '../../data/account/notifications.ts'
import { finishAttempt, forgetAttempt, openAttempt, placeOrder } from '../../data/orders/place-order.ts'
import type { OrderBody, PlaceResult } from '../../data/orders/place-order.ts'
import { queryClient } from '../../data/api/queries.ts'
import { revalidateWithRoot } from '../../data/shop/root-data.ts'
import { writeDraft } from './draft.ts'

export type PlacingState =
  | { kind: 'idle' }
  | { kind: 'placing' }
  | { kind: 'placed' }
  | { kind: 'answered'; result: Exclude<PlaceResult, { kind: 'placed' }>; /** the total in paise that the button showed */ shownTotal: number; attempt: number }

/** Places the order exactly once, whatever happens to the click, the page or the connection (docs/rules.md#placing-an-order). */
export function usePlaceOrder(userId: string) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [state, setState] = useState<PlacingState>({ kind: 'idle' })
  const running = useRef(false)
  const attempts = useRef(0)

  async function run(work: () => Promise<PlaceResult>, shownTotal: number) {
    if (running.current) return
    running.current = true
    setState({ kind: 'placing' })
    const result = await work()
    running.current = false
    if (result.kind !== 'placed') {
      if (result.kind === 'refused')
        // Reads everything that the total depends on again, including the shop's settings. Otherwise the same total would be refused repeatedly.
        await Promise.all([
          revalidateWithRoot(revalidate),
          reloadCart(),
          // What may still be ordered as cash on delivery, too.
          queryClient.invalidateQueries({ queryKey: ['orders'] }),
          queryClient.invalidateQueries({ queryKey: ['coupon'] }),
          queryClient.invalidateQueries({ queryKey: ['offers'] }),
          queryClient.invalidateQueries({ queryKey: ['place-terms'] }),
        ])
      setState({ kind: 'answered', result, shownTotal, attempt: ++attempts.current })
      return
    }
    setState({ kind: 'placed' })
    writeDraft(null)
    forgetTypedAddress()
    void queryClient.invalidateQueries({ queryKey: ['orders'] })
    void reloadCart()
    void reloadNotifications()
    await navigate(`/order-confirmation/${result.orderId}`, { replace: true, state: { placed: true, pay: result.payment?.method === 'razorpay' } })
    // A navigation that a reload interrupts also ends, without having arrived.
    if (window.location.pathname.startsWith('/order-confirmation/')) forgetAttempt()
  }

  return {
    state,
    place: (body: OrderBody, shownTotal: number) => void run(() => placeOrder(userId, body), shownTotal),
    /** Asks again, with the same key, about an attempt that got no answer. */
    resume: () => {
      const attempt = openAttempt(userId)
      if (attempt) void run(() => finishAttempt(attempt), toPaise(attempt.body.expected_total))
      else setState({ kind: 'idle' })
    },
  }
}
