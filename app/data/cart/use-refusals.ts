import { useEffect, useSyncExternalStore } from 'react'
import * as say from '#words/trade-cart.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { useSession } from '../session/session.ts'
import { cachedCartStore, markMessagesRead } from './cached-cart.ts'
import type { CartMessage } from './cart-changes.ts'

const nothing: readonly CartMessage[] = []

/**
 * Changes of the cart that the shop did not take are read out with the reason, once. `onRefused` gets the reasons by product and must be
 * stable.
 */
export function useRefusals(onRefused: (reasons: ReadonlyMap<string, string>) => void): void {
  const { user } = useSession()
  const messages = useSyncExternalStore(
    cachedCartStore.subscribe,
    () => cachedCartStore.read()?.messages ?? nothing,
    () => nothing,
  )
  useEffect(() => {
    const refused = messages.flatMap((one) => (reasonOf(one) === null ? [] : [{ ...one, reason: reasonOf(one) as string }]))
    if (user === null || refused.length === 0) return
    onRefused(new Map(refused.map(({ productId, reason }) => [productId, reason])))
    for (const { name, reason } of refused) toast({ title: reason, description: name ?? undefined, tone: 'error' })
    markMessagesRead(user.id, (one) => reasonOf(one) !== null)
  }, [messages, user, onRefused])
}

function reasonOf({ kind }: CartMessage): string | null {
  if (kind === 'sold-out') return say.soldOut
  if (kind === 'gone') return say.gone
  return kind === 'refused' ? say.refused : null
}
