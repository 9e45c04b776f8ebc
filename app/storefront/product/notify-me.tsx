import { useState, useSyncExternalStore } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { backInStockNotice } from '#words/consents.ts'
import * as say from '#words/wishlist.ts'
import { pressNotifyMe, requests, withdrawRequest } from '../../data/wishlist/stock-requests.ts'
import { Button } from '../../ui/button.tsx'
import { NotificationIcon } from '../../ui/pictures/notification-icon.tsx'

type NotifyMeProps = { product: { id: string; name: string }; /** shown beside other products, so the label names its product */ compact?: boolean }

/**
 * Shown at a sold-out product: requests a notification when it is back in stock, and cancels the request. Pressing the button gives the consent, so the consent
 * text is above it.
 */
export default function NotifyMe({ product, compact = false }: NotifyMeProps) {
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
    else if ((await pressNotifyMe(product, navigate)) === 'IN_STOCK') await revalidate()
    setBusy(false)
  }
  const id = `notify-${product.id}`
  const [label, named] = asked ? [say.cancelRequest, say.cancelRequestNamed(product.name)] : [say.notifyMe, say.notifyMeNamed(product.name)]
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
        {asked ? say.willNotifyOnce : backInStockNotice}
      </p>
      {/* One button for both states, so that a click does not lose the focus. */}
      <Button
        type="submit"
        name="notify"
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
