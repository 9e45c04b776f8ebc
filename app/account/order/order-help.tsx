import { Link } from 'react-router'
import { orderName } from '#domain/orders/order-number.ts'
import * as say from '#words/order.tsx'
import { useSettings, useWhatsApp } from '../../data/shop/use-settings.ts'
import { Icon } from '../../ui/pictures/icon.tsx'

/** Ways to ask about an order: the form, the telephone, WhatsApp. */
export function OrderHelp({ order, className }: { order: { id: string; order_number: number }; className: string }) {
  const settings = useSettings()
  const whatsApp = useWhatsApp()
  return (
    <p className={`text-sm text-ink-2 ${className}`}>
      <Link className="link" to={`/contact?order=${order.id}`}>
        {say.needHelp}
      </Link>
      {say.orCall(settings.phone)}
      {whatsApp === null ? null : (
        <a
          href={`${whatsApp}?text=${encodeURIComponent(say.whatsAppQuestion(orderName(order)))}`}
          target="_blank"
          rel="noopener noreferrer"
          className="link mt-1 flex min-h-9 items-center gap-2 py-1"
        >
          <Icon name="whatsapp" size={18} /> {say.askOnWhatsApp}
          <span className="sr-only"> {say.opensInNewTab}</span>
        </a>
      )}
    </p>
  )
}
