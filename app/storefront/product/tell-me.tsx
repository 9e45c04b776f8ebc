import { useState, useSyncExternalStore } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { backInStockNotice } from '#words/consents.ts'
import * as say from '#words/wishlist.ts'
import { pressTellMe, requests, withdrawRequest } from '../../data/wishlist/stock-requests.ts'
import { Button } from '../../ui/button.tsx'
import { NotificationIcon } from '../../ui/notification-icon.tsx'

type TellMeProps = { product: { id: string; name: string }; /** shown beside other products, so the label names its product */ compact?: boolean }

/**
 * Shown at a sold-out product: requests a notification when it is back in stock, and cancels the request. Pressing the button gives the consent, so the consent
 * text is above it.
 */
export default function TellMe({ product, compact = false }: TellMeProps) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const asked = useSyncExternalStore(
    requests.subscribe,
    () => !!requests.read()?.has(product.id),
    () => false,
  )
  const press = async () => {
    setBusy(true)
    if (asked) await withdrawRequest(product)
    else if ((await pressTellMe(product, navigate)) === 'IN_STOCK') await revalidate()
    setBusy(false)
  }
  const id = `tell-${product.id}`
  const [label, named] = asked ? [say.cancelRequest, say.cancelRequestNamed(product.name)] : [say.tellMe, say.tellMeNamed(product.name)]
  return (
    <form
      action="/login"
      className={`grid ${compact ? 'gap-2' : 'gap-3'}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void press()
      }}
    >
      <p id={id} role="status" className={`text-pretty text-ink-2 ${compact ? 'text-xs' : 'text-sm'}`}>
        {asked ? say.willTellOnce : backInStockNotice}
      </p>
      {/* One button for both states, so that a click does not lose the focus. */}
      <Button
        type="submit"
        name="tell"
        value={product.id}
        variant="second"
        size={compact ? 'card' : 'main'}
        wide
        busy={busy}
        busyText={say.asking}
        aria-describedby={id}
        aria-label={compact && !busy ? named : undefined}
        className={compact ? 'px-[10px]!' : ''}
      >
        {asked || compact ? null : <NotificationIcon about="bell" size={20} />}
        {label}
      </Button>
    </form>
  )
}
