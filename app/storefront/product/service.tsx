import { formatRupees } from '#domain/money/money.ts'
import { shortRupees } from '#domain/money/short-rupees.ts'
import * as say from '#words/product.tsx'
import type { DeliveryAnswer } from '../../data/shop/delivery-days.ts'
import { useSession } from '../../data/session/session.ts'
import type { ProductDetails } from '../../data/shop/products.ts'
import { Icon, type IconName } from '../../ui/pictures/icon.tsx'
import { DeliveryDays } from '../delivery-days/delivery-days.tsx'
import { useRoot } from '../shell/use-root.ts'

export type ServiceProps = {
  product: ProductDetails
  /** of the page */
  address: string
  delivery: DeliveryAnswer | null
  /** in the price of the chosen quantity, paise */
  gst: number
}

/** What comes with the goods: delivery time and cost, the invoice with its input credit, returns, shelf life, and a contact. */
export function Service({ product, address, delivery, gst }: ServiceProps) {
  const { settings, whatsApp } = useRoot()
  const { profile } = useSession()
  return (
    <>
      <DeliveryDays given={delivery} className="mt-[22px]" />
      <ul className="mt-[14px] grid gap-[14px]">
        <Note icon="truck">
          {settings.deliveryVaries ? say.deliveryVaries : say.freeDelivery(shortRupees(settings.freeDeliveryFrom), shortRupees(settings.deliveryCharge))}
        </Note>
        {settings.gstin === null ? null : <Note icon="document">{profile?.gstin ? say.inputCredit(formatRupees(gst)) : say.gstInvoice}</Note>}
        <Note icon="parcel">{say.returns}</Note>
        {product.best_before ? <Note icon="check">{say.bestBeforeIs(product.best_before)}</Note> : null}
        {whatsApp === null ? null : (
          <Note icon="whatsapp">
            <a
              href={`${whatsApp}?text=${encodeURIComponent(say.whatsAppQuestion(product.name, product.sku, address))}`}
              target="_blank"
              rel="noopener noreferrer"
              className="link -my-1 inline-block py-1 font-semibold"
            >
              {say.askOnWhatsApp}
              <span className="sr-only"> {say.opensInNewTab}</span>
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
