import { Suspense, lazy, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { formatRupees } from '#domain/money/money.ts'
import { gstBreakdown, gstRate } from '#domain/tax/gst.ts'
import { priceSteps, reachedStep } from '#domain/prices/price-steps.ts'
import { othersInGroup } from '#domain/prices/tier-groups.ts'
import { tierTable } from '#domain/prices/price-tiers.ts'
import { liveStep, priceTable } from '#domain/prices/product-price.ts'
import { effectiveMinimum } from '#domain/products/stock.ts'
import * as say from '#words/product.tsx'
import { addToCart, useCart } from '../../data/cart/cart.ts'
import { readQuantity } from '../../data/cart/remembered-item.ts'
import type { ProductDetails } from '../../data/shop/products.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import { QuantityInput } from '../../ui/form/quantity-input.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { paidFor } from '../card.tsx'
import { useRoot } from '../shell/use-root.ts'
import { buyingOf } from './buying.ts'
import { PriceBlock } from './price-block.tsx'
import { PriceStair } from './price-stair.tsx'
import { Service, type ServiceProps } from './service.tsx'
import { TierTable } from './tier-table.tsx'

/** Only sold-out products need this code. */
const NotifyMe = lazy(() => import('./notify-me.tsx'))

/**
 * Below the name (`children`) price, steps, quantity and the buy button, all for the chosen quantity, and beside or below this box the
 * table of all steps. On phones quantity and button are a dock above the tabs.
 */
export function BuyBox({ product, address, delivery, children }: Omit<ServiceProps, 'gst'> & { children: ReactNode }) {
  const { settings } = useRoot()
  const { items } = useCart()
  const [search] = useSearchParams()
  const others = othersInGroup(items, product)
  const minimum = effectiveMinimum(product)
  const most = product.stock > 0 ? Math.max(1, product.stock) : 9999
  // Of another shade less may be in stock: the choice is kept for the way back.
  const [chosen, setChosen] = useState(() => (search.has('quantity') ? (readQuantity(search.get('quantity')) ?? minimum) : null))
  const quantity = Math.min(chosen ?? minimum, most)
  /** What the cart had of it before: while it is being added, the cart that is shown has more. */
  const [before, setBefore] = useState<number | null>(null)
  const adding = before !== null
  const inCart = before ?? items.find((item) => item.product_id === product.id)?.quantity ?? 0

  // The button shows that the product is in the cart, until the customer changes the quantity (docs/rules.md#cart).
  const added = inCart > 0 && chosen === null && !adding
  const buying = buyingOf(product, added ? 0 : quantity, inCart, others)
  const { refusal } = buying
  const paid = paidFor(product, settings)
  const gone = refusal?.code === 'OUT_OF_STOCK'
  const rows = priceTable(product, minimum, paid)
  const steps = gone ? [] : priceSteps(product)
  const bulk = buying.tier && tierTable(product, paid).find(({ minQuantity }) => minQuantity === buying.tier?.minQuantity)
  const live = liveStep(product, rows, minimum, buying.total + others)

  const add = async () => {
    if (refusal?.code === 'BELOW_MINIMUM') {
      toast({ title: refusal.text, tone: 'error' })
      return
    }
    setBefore(inCart)
    const result = await addToCart(product, quantity)
    setBefore(null)
    if (result.ok) {
      setChosen(null)
      toast({ title: say.addedToast, tone: 'success', action: { label: say.viewCart, to: '/cart' } })
    } else if (result.code === 'FAILED') {
      toast({ title: say.addFailed, description: result.message, tone: 'error' })
    }
  }

  return (
    <>
      <div className="pdp-info">
        {children}
        <PriceBlock product={product} unitPrice={buying.unitPrice} settings={settings} paid={paid} />
        {steps.length > 1 ? <PriceStair steps={steps} reached={reachedStep(steps, buying.total + others)} onChoose={setChosen} /> : null}
        {bulk ? <p className="num mt-3 border-l-2 border-marigold-500 pl-[10px] text-sm font-medium text-marigold-700">{bulk.text}</p> : null}
        {buying.next === null || gone ? null : (
          <p className="nudge num">
            <span>{say.nudge(buying.next.more, formatRupees(buying.next.unitPrice), buying.next.minQuantity, formatRupees(buying.next.saves))}</span>
          </p>
        )}
        {gone ? null : (
          <p id="quantity-note" aria-live="polite" className="num mt-2 text-sm text-ink-2">
            <QuantityNote product={product} quantity={quantity} inCart={inCart} added={added} refusal={refusal} />
          </p>
        )}
        {gone ? (
          <div className="mt-5 grid gap-5">
            <Button disabled size="main" wide>
              {say.outOfStock}
            </Button>
            <Suspense fallback={null}>
              <NotifyMe product={product} />
            </Suspense>
          </div>
        ) : (
          <form
            action="/login"
            className="buy-dock"
            onSubmit={(event) => {
              event.preventDefault()
              void add()
            }}
          >
            <input type="hidden" name="item" value={product.id} />
            <QuantityInput
              name="quantity"
              value={quantity}
              min={1}
              max={most}
              onChange={setChosen}
              live
              label={say.quantityOf(product.name)}
              describedBy="quantity-note"
            />
            {added ? (
              <div className="grid grid-cols-[auto_1fr] gap-2 md:grid-cols-1 lg:grid-cols-[1fr_auto]">
                <Button disabled size="main" className="border-leaf-100! bg-leaf-100! text-leaf-700! max-md:px-3!">
                  <Icon name="check" size={20} />
                  <span className="max-md:sr-only">{say.addedToCart}</span>
                </Button>
                <ButtonLink to="/cart" variant="primary" size="main" className="max-md:px-3!">
                  {say.viewCart}
                </ButtonLink>
              </div>
            ) : (
              <Button
                type="submit"
                variant="primary"
                size="main"
                wide
                disabled={refusal?.code === 'MORE_THAN_STOCK'}
                busy={adding}
                busyText={
                  <>
                    <span className="spin" />
                    {say.adding}
                  </>
                }
                className="num max-md:px-2! max-md:text-base!"
              >
                {say.addQuantity(quantity, formatRupees(buying.price))}
              </Button>
            )}
          </form>
        )}
        <Service product={product} address={address} delivery={delivery} gst={gstBreakdown(buying.price, gstRate(settings, product), settings).gst} />
      </div>
      <TierTable product={product} rows={rows} live={live} paid={paid} />
    </>
  )
}

function QuantityNote({
  product,
  quantity,
  inCart,
  added,
  refusal,
}: {
  product: ProductDetails
  quantity: number
  inCart: number
  added: boolean
  refusal: ReturnType<typeof buyingOf>['refusal']
}) {
  const minimum = effectiveMinimum(product)
  if (!added && refusal?.code === 'MORE_THAN_STOCK') return <b className="font-semibold text-cancelled">{refusal.text}</b>
  if (!added && refusal?.code === 'BELOW_MINIMUM') return <b className="font-semibold text-cancelled">{refusal.text}.</b>
  return (
    <>
      {minimum > 1 ? <b className="font-semibold text-ink">{say.minimumOrder(minimum)}. </b> : null}
      {inCart > 0 ? (added ? say.inCartChange(inCart) : say.inCartAlready(inCart, quantity)) : null}
      {inCart === 0 && quantity === product.stock ? say.allWeHave(product.stock) : null}
    </>
  )
}
