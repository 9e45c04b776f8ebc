import { Suspense, lazy, useState } from 'react'
import { formatRupees } from '#domain/money/money.ts'
import { effectiveMinimum, stockLabel } from '#domain/products/stock.ts'
import * as say from '#words/product.tsx'
import { addToCart, useCart } from '../../data/cart/cart.ts'
import type { ProductDetails } from '../../data/shop/products.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { QuantityInput } from '../../ui/quantity-input.tsx'
import { toast } from '../../ui/toast.ts'
import { paidFor } from '../card.tsx'
import { useRoot } from '../shell/use-root.ts'
import { BuyBar } from './buy-bar.tsx'
import { buyingOf } from './buying.ts'
import { PriceBlock } from './price-block.tsx'
import { TierTable } from './tier-table.tsx'

/** Only sold-out products need this code. */
const TellMe = lazy(() => import('./tell-me.tsx'))

/** Price, tiers, quantity and the buy button, all for the chosen quantity. */
export function BuyBox({ product }: { product: ProductDetails }) {
  const { settings } = useRoot()
  const { items } = useCart()
  const inCart = items.find((item) => item.product_id === product.id)?.quantity ?? 0
  const minimum = effectiveMinimum(product)
  const [quantity, setQuantity] = useState(minimum)
  const [touched, setTouched] = useState(false)
  const [adding, setAdding] = useState(false)
  const [button, setButton] = useState<HTMLDivElement | null>(null)

  // The button shows that the product is in the cart, until the customer changes the quantity (docs/rules.md#cart).
  const added = inCart > 0 && !touched && !adding
  const buying = buyingOf(product, added ? 0 : quantity, inCart)
  const { refusal } = buying
  const paid = paidFor(product, settings)
  const gone = refusal?.code === 'OUT_OF_STOCK'
  const blocked = gone || refusal?.code === 'MORE_THAN_STOCK'

  const choose = (next: number) => {
    setQuantity(next)
    setTouched(true)
  }
  const add = async () => {
    if (refusal?.code === 'BELOW_MINIMUM') {
      toast({ title: refusal.text, tone: 'error' })
      return
    }
    setAdding(true)
    const result = await addToCart(product.id, quantity)
    setAdding(false)
    if (result.ok) {
      setTouched(false)
      setQuantity(minimum)
      toast({ title: say.addedToast, tone: 'success', action: { label: say.viewCart, to: '/cart' } })
    } else if (result.code === 'FAILED') {
      toast({ title: say.addFailed, description: result.message, tone: 'error' })
    }
  }

  const action = gone ? (
    <div className="grid gap-5">
      <Button disabled size="main" wide>
        {say.outOfStock}
      </Button>
      <Suspense fallback={null}>
        <TellMe product={product} />
      </Suspense>
    </div>
  ) : added ? (
    <div className="grid grid-cols-[1fr_auto] gap-3">
      <Button disabled size="main" className="border-leaf-100! bg-leaf-100! text-leaf-700!">
        <Icon name="check" size={20} />
        {say.addedToCart}
      </Button>
      <ButtonLink to="/cart" variant="primary" size="main">
        {say.viewCart}
      </ButtonLink>
    </div>
  ) : (
    <form
      action="/login"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <Button
        type="submit"
        variant="primary"
        size="main"
        wide
        disabled={blocked}
        busy={adding}
        busyText={
          <>
            <span className="spin" />
            {say.adding}
          </>
        }
        className="num"
      >
        {say.addQuantity(quantity, formatRupees(buying.price))}
      </Button>
    </form>
  )

  return (
    <>
      <PriceBlock product={product} unitPrice={buying.unitPrice} tier={buying.tier} settings={settings} paid={paid} />
      <p className="mt-3">
        <span className={`stock ${stockLabel(product.stock).kind}`}>{stockLabel(product.stock).text}</span>
      </p>
      <div className="mt-[22px] grid gap-5 border-y border-line py-[22px]">
        <TierTable product={product} minimum={minimum} total={buying.total} paid={paid} />
        {gone ? null : (
          <div className="flex flex-wrap items-center gap-4">
            <QuantityInput
              value={quantity}
              min={1}
              max={product.stock > 0 ? Math.max(1, product.stock) : 9999}
              onChange={choose}
              live
              label={say.quantityOf(product.name)}
              describedBy="quantity-note"
            />
            <p id="quantity-note" aria-live="polite" className="num min-w-[150px] flex-1 text-sm text-ink-2">
              <QuantityNote product={product} quantity={quantity} inCart={inCart} added={added} refusal={refusal} />
            </p>
          </div>
        )}
        {buying.next === null || gone ? null : (
          <p className="nudge num">
            <span>{say.nudge(buying.next.more, formatRupees(buying.next.unitPrice), buying.next.minQuantity, formatRupees(buying.next.saves))}</span>
          </p>
        )}
        <div ref={setButton}>{action}</div>
      </div>
      {gone ? null : (
        <BuyBar watch={button} price={buying.price} note={added ? say.inCart(inCart) : say.chosen(quantity, formatRupees(buying.unitPrice))}>
          {added ? (
            <ButtonLink to="/cart" variant="primary">
              {say.viewCart}
            </ButtonLink>
          ) : (
            <Button variant="primary" disabled={blocked} busy={adding} onClick={() => void add()}>
              {say.addToCart}
            </Button>
          )}
        </BuyBar>
      )}
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
