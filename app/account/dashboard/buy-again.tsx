import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatRupees } from '#domain/money/money.ts'
import { planBuyAgain } from '#domain/orders/buy-again.ts'
import type { AgainRow as Plan } from '#domain/orders/buy-again.ts'
import { LOW_STOCK_LABEL } from '#domain/products/stock.ts'
import { formatDay } from '#domain/time/dates.ts'
import { productPath } from '#domain/text/slug.ts'
import * as say from '#words/my-counter.ts'
import { useCart } from '../../data/cart/cart.ts'
import { asCartProduct } from '../../data/cart/cart-store.ts'
import { putInCart } from '../../data/cart/put-in-cart.ts'
import { useRefusals } from '../../data/cart/use-refusals.ts'
import type { BoughtProduct } from '../../data/orders/my-counter.ts'
import { useSettings } from '../../data/shop/use-settings.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { Picture } from '../../ui/pictures/picture.tsx'

type Again = Plan<Omit<BoughtProduct, 'product'> & { product: ReturnType<typeof asCartProduct> }>

/** What the customer restocks, each with its last quantity and today's price; one press adds all that is not in the cart yet. */
export function BuyAgain({ bought, onRefused }: { bought: readonly BoughtProduct[]; onRefused: () => void }) {
  const { items, status } = useCart()
  const settings = useSettings()
  const [said, setSaid] = useState('')
  const next = useRef<HTMLAnchorElement>(null)
  const pressed = useRef(false)
  const { rows, total } = useMemo(
    () =>
      planBuyAgain(
        bought.map((line) => ({ ...line, product: asCartProduct(line.product) })),
        items,
      ),
    [bought, items],
  )
  useRefusals(useCallback(() => onRefused(), [onRefused]))
  const open = rows.filter(({ adds }) => adds > 0)
  const some = rows.some(({ inCart }) => inCart > 0)
  useEffect(() => {
    // The button that had the focus is gone: the next step takes it.
    if (pressed.current && open.length === 0) next.current?.focus()
    pressed.current = false
  }, [open.length])
  const amount = `${formatRupees(total)}${settings.pricesIncludeGst ? '' : say.plusGst}`
  return (
    <Panel>
      <div className="mb-1 lg:-mt-[6px] flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2>{say.buyAgain}</h2>
        {rows.length === 0 ? null : (
          <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:*:flex-1">
            {some ? (
              <ButtonLink to="/cart" variant="quiet" size="card" className="whitespace-nowrap">
                {say.viewCart}
              </ButtonLink>
            ) : null}
            {open.length > 0 ? (
              <Button
                variant="primary"
                size="card"
                className="num"
                disabled={status === 'loading'}
                onClick={() => {
                  pressed.current = true
                  for (const { product, adds } of open) putInCart(product, adds)
                  setSaid(say.added(open.length))
                }}
              >
                {open.length === 1 ? say.addOne(amount) : say.addAll(open.length, amount)}
              </Button>
            ) : some ? (
              <ButtonLink ref={next} to="/checkout" variant="primary" size="card">
                {say.reviewOrder}
              </ButtonLink>
            ) : null}
          </div>
        )}
      </div>
      <output className="sr-only">{said}</output>
      {rows.length === 0 ? (
        <p className="py-3 text-ink-2">{say.nothingSold}</p>
      ) : (
        <ul>
          {rows.map((row) => (
            <Row key={row.product.id} row={row} disabled={status === 'loading'} onAdded={() => setSaid(say.added(1))} />
          ))}
        </ul>
      )}
      <Link to="/products?view=list" className="link mt-2 inline-flex items-center gap-2 py-1">
        {say.moreInTheList}
      </Link>
    </Panel>
  )
}

function Row({ row, disabled, onAdded }: { row: Again; disabled: boolean; onAdded: () => void }) {
  const { product, quantity, bought_at: boughtAt, times, adds, inCart, now, before } = row
  const inCartLink = useRef<HTMLAnchorElement>(null)
  const pressed = useRef(false)
  useEffect(() => {
    if (pressed.current && inCart > 0) inCartLink.current?.focus({ preventScroll: true })
    pressed.current = false
  }, [inCart])
  return (
    <li className="grid min-h-[76px] grid-cols-[48px_minmax(0,1fr)_auto] items-center max-[359px]:grid-cols-[0_minmax(0,1fr)_auto] max-[359px]:gap-x-2 gap-x-3 border-b border-line py-2 last:border-0 md:grid-cols-[48px_minmax(0,1fr)_auto_112px] md:gap-x-5">
      <span className="overflow-hidden rounded-sm bg-sunken max-md:row-span-2 max-[359px]:hidden">
        <Picture src={product.image_url} alt="" width={48} height={48} sizes="48px" />
      </span>
      <span className="col-start-2 min-w-0 max-md:self-end">
        <Link to={productPath(product)} className="line-clamp-2 leading-[1.3] font-medium hover:text-plum-600">
          <bdi>{product.name}</bdi>
        </Link>
        <span className="num block text-sm text-ink-2">
          {say.last(quantity, formatDay(boughtAt).replace(/,.*/, ''))}
          {times > 1 ? <span className="max-sm:hidden"> · {say.orders(times)}</span> : null}
          {product.stock > 0 && product.stock <= LOW_STOCK_LABEL ? <span className="text-rose-600"> · {say.onlyLeft(product.stock)}</span> : null}
        </span>
      </span>
      <span className="num text-sm max-md:col-start-2 max-md:self-start md:text-right">
        <b className="text-base font-semibold whitespace-nowrap">{formatRupees(now)}</b>
        {say.each}
        {before === null ? null : <span className="text-marigold-700 md:block"> {say.before(formatRupees(before))}</span>}
      </span>
      <span className="grid max-md:col-start-3 max-md:row-span-2 max-md:row-start-1">
        {inCart > 0 ? (
          <Link
            ref={inCartLink}
            to="/cart"
            className="num inline-flex min-h-[44px] items-center justify-center gap-1 rounded-sm bg-leaf-100 px-2 text-center text-sm font-semibold text-leaf-700"
          >
            <Icon name="check" size={16} className="flex-none" />
            {say.inCart(inCart)}
            <span className="sr-only">{say.ofProduct(product.name)}</span>
          </Link>
        ) : adds === 0 ? (
          <Button size="card" disabled className="text-sm!">
            {say.outOfStock}
          </Button>
        ) : (
          <Button
            size="card"
            className="num whitespace-nowrap"
            disabled={disabled}
            onClick={() => {
              pressed.current = true
              putInCart(product, adds)
              onAdded()
            }}
          >
            {say.add(adds)}
            <span className="sr-only">{say.ofProduct(product.name)}</span>
          </Button>
        )}
      </span>
    </li>
  )
}
