import { useEffect, useEffectEvent, useState } from 'react'
import { fetchPaymentState } from '../../data/orders/payments.ts'
import { useOffline } from '../../data/api/use-offline.ts'
import { waitAfter } from './checking-plan.ts'

export type Checking = { phase: 'asking' | 'offline' | 'rested'; again: () => void }

/** Asks for the state of the payment until it is known; a live change of the order may come first and unmount this. */
export function useChecking(orderId: string, onKnown: (state: string) => void): Checking {
  const offline = useOffline()
  const [rested, setRested] = useState(false)
  const known = useEffectEvent(onKnown)

  useEffect(() => {
    if (offline || rested) return undefined
    let clock: ReturnType<typeof setTimeout> | undefined
    let live = true
    let asked = 0
    async function ask() {
      const standing = await fetchPaymentState(orderId)
      if (!live) return
      if (standing.kind === 'known' && !standing.checking) return known(standing.state)
      const wait = waitAfter(asked)
      asked += 1
      if (wait === null) setRested(true)
      else clock = setTimeout(() => void ask(), wait)
    }
    void ask()
    return () => {
      live = false
      clearTimeout(clock)
    }
  }, [orderId, offline, rested])

  return { phase: offline ? 'offline' : rested ? 'rested' : 'asking', again: () => setRested(false) }
}
