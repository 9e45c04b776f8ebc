import { formatDate } from '#domain/time/dates.ts'
import { formatRupees } from '#domain/money/money.ts'
import * as say from '#words/cart.tsx'
import type { CartMessage } from '../../data/cart/cart-changes.ts'
import { markMessagesRead } from '../../data/cart/cached-cart.ts'
import { useSession } from '../../data/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { useOfflineCart } from './use-offline-cart.ts'

/**
 * Shown above the lines: that they come from the cache, which changes wait to be saved, and afterwards what had changed in the meantime
 * (docs/rules.md#offline-and-updates).
 */
export function OfflineNotes() {
  const { readAt, pending, messages, offline } = useOfflineCart()
  const { user } = useSession()
  return (
    <>
      <div role="status">
        {offline && readAt !== '' ? (
          <div className="mb-5 rounded-md border border-line bg-sunken px-5 py-4">
            <p>{say.asOf(formatDate(readAt))}</p>
            {pending.length > 0 ? <p className="mt-1 font-semibold">{say.changesWait(pending.length)}</p> : null}
          </div>
        ) : null}
      </div>
      {!offline && messages.length > 0 ? (
        <section aria-labelledby="cart-messages" className="mb-5 rounded-md border border-marigold-500 bg-marigold-100 px-5 py-4">
          <h2 id="cart-messages" className="font-text text-base font-semibold tracking-normal">
            {say.savedTitle}
          </h2>
          <ul className="num mt-2 list-disc pl-[1.2em] text-marigold-700">
            {messages.map((one) => (
              <li key={`${one.productId} ${one.kind}`} className="py-[2px]">
                <bdi className="font-semibold text-ink">{one.name ?? say.aProduct}</bdi>: {sentence(one)}
              </li>
            ))}
          </ul>
          <Button size="card" className="mt-3" onClick={() => user && markMessagesRead(user.id)}>
            {say.seen}
          </Button>
        </section>
      ) : null}
    </>
  )
}

function sentence(message: CartMessage): string {
  switch (message.kind) {
    case 'gone':
      return say.wentGone
    case 'sold-out':
      return say.wentOut
    case 'refused':
      return say.wasRefused
    case 'short':
      return say.fewerLeft(message.old, message.now)
    case 'minimum':
      return say.minimumRose(message.old, message.now)
    case 'price':
      return say.priceMoved(formatRupees(message.old), formatRupees(message.now))
    case 'elsewhere':
      return say.changedElsewhere(message.old, message.found, message.now)
  }
}

/** Shown at a line that was changed offline. */
export function Waits() {
  return (
    <p className="mt-1 inline-flex items-center gap-2 text-sm font-[550] text-marigold-700">
      <span aria-hidden="true" className="size-2 flex-none rounded-full bg-marigold-500" />
      {say.lineWaits}
    </p>
  )
}
