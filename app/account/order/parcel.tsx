import { trackingOf } from '#domain/delivery/couriers.ts'
import * as say from '#words/order.tsx'
import type { Order } from '../../data/orders/orders.ts'
import { copyText } from '../../data/security/copy-text.ts'
import { Icon } from '../../ui/pictures/icon.tsx'

const actionLook = 'link inline-flex min-h-9 items-center gap-[6px] py-1'

/** Courier and tracking number of a shipped order, and a link to the courier's own page. */
export function Parcel({ order }: { order: Pick<Order, 'courier' | 'tracking_number'> & { own_delivery?: boolean } }) {
  const { courier, tracking_number: number, own_delivery: own = false } = order
  if (own) return <p className="text-sm text-ink-2">{say.ownDelivery}</p>
  if (!courier) return null
  const tracking = trackingOf(courier, number)
  return (
    <div className="text-sm text-ink-2">
      <p className="num wrap-anywhere">
        {courier}
        {number ? say.trackingNumber(number) : null}
      </p>
      {number ? (
        <p className="flex flex-wrap gap-x-5">
          {tracking ? (
            <a href={tracking.address} target="_blank" rel="noopener noreferrer" className={actionLook}>
              <Icon name="truck" size={16} /> {say.trackAt(tracking.courier)}
              <span className="sr-only"> {say.opensInNewTab}</span>
            </a>
          ) : null}
          <button type="button" className={actionLook} aria-label={say.copyTrackingNumber} onClick={() => void copyText(number)}>
            {say.copyNumber}
          </button>
        </p>
      ) : null}
      {tracking && !tracking.filled ? <p>{say.enterNumberThere}</p> : null}
    </div>
  )
}
