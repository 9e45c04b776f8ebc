import { formatPromise } from '#domain/money/money.ts'
import * as say from '#words/product.tsx'
import type { DeliveryAnswer } from '../../data/shop/delivery-days.ts'
import type { ProductDetails } from '../../data/shop/products.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { DeliveryDays } from '../delivery-days/delivery-days.tsx'
import { useRoot } from '../shell/use-root.ts'

type ServiceProps = { product: ProductDetails; /** of the page */ address: string; delivery: DeliveryAnswer | null }

/** What comes with the goods: delivery time and cost, the invoice, and a contact. */
export function Service({ product, address, delivery }: ServiceProps) {
  const { settings, whatsApp } = useRoot()
  return (
    <>
      <DeliveryDays given={delivery} className="mt-[22px]" />
      <ul className="mt-[14px] grid gap-[14px]">
        <Note icon="truck">{say.freeDelivery(formatPromise(settings.freeDeliveryFrom), formatPromise(settings.deliveryCharge))}</Note>
        {settings.gstin === null ? null : <Note icon="document">{say.gstInvoice}</Note>}
        {whatsApp === null ? null : (
          <Note icon="whatsapp">
            <a
              href={`${whatsApp}?text=${encodeURIComponent(say.whatsAppQuestion(product.name, product.sku, address))}`}
              target="_blank"
              rel="noopener noreferrer"
              className="link -my-1 inline-block py-1 font-semibold"
            >
              {say.askOnWhatsApp}
              <span className="sr-only"> {say.opensInANewTab}</span>
            </a>
          </Note>
        )}
      </ul>
    </>
  )
}

function Note({ icon, children }: { icon: IconName; children: React.ReactNode }) {
  return (
    <li className="note">
      <Icon name={icon} />
      <span>{children}</span>
    </li>
  )
}
