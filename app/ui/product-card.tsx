import { Children, useState, ViewTransition, type ReactNode } from 'react'
import { Link } from 'react-router'
import { formatRupees } from '#domain/money/money.ts'
import { basePrice, mrpOf, percentOffMrp, tierTable, type PricedProduct } from '#domain/prices/price-tiers.ts'
import { productPath } from '#domain/text/slug.ts'
import { stockLabel } from '#domain/products/stock.ts'
import * as say from '#words/ui.ts'
import { Picture } from './pictures/picture.tsx'
import { pictureOf, pressPicture } from './pictures/picture-transition.ts'

export type CardProduct = PricedProduct & {
  id: string
  name: string
  brand: string | null
  image_url: string | null
  image_thumbhash: string | null
}

export type ProductCardProps = {
  product: CardProduct
  /** The buy button; it is layered above the card's own link. */
  action: ReactNode
  /** Of a card for several products: their common name and their prices. */
  name?: string
  price?: ReactNode
  /** Below the price. */
  children?: ReactNode
  /** Placed over a corner of the picture, also above the card's own link. */
  mark?: ReactNode
  /** In the first row: load the picture immediately. */
  eager?: boolean
  sizes?: string
  heading?: 'h2' | 'h3'
  /** Converts a unit price to the price the customer pays, where prices are shown without GST. */
  paid?: (unit: number) => number
}

/** How wide a card's picture is in the lists. */
export const CARD_SIZES = '(min-width: 1440px) 238px, (min-width: 1024px) 290px, (min-width: 768px) 30vw, 45vw'

/** A product in a list. The whole card is one link; the button is above it. */
export function ProductCard({
  product,
  action,
  mark,
  eager = false,
  sizes = CARD_SIZES,
  heading: Heading = 'h3',
  paid,
  name,
  price,
  children,
}: ProductCardProps) {
  const base = basePrice(product)
  const mrp = mrpOf(product)
  const shown = paid ? paid(base) : base
  const off = percentOffMrp(product, shown)
  const bulk = tierTable(product).find((tier) => tier.discountPercent > 0 && tier.minQuantity > 1)
  const stock = stockLabel(product.stock)
  const gone = stock.kind === 'out'
  const [pressed, setPressed] = useState(false)
  const press = () => {
    pressPicture(product)
    setPressed(true)
  }
  return (
    <article className="card">
      <ViewTransition {...pictureOf(pressed ? product.id : undefined)}>
        <div className="card-picture">
          <div className={gone ? 'gone' : undefined}>
            <Picture src={product.image_url} thumbhash={product.image_thumbhash} alt="" width={320} height={320} sizes={sizes} eager={eager} />
          </div>
        </div>
      </ViewTransition>
      {mark}
      {product.brand === null ? <span className="mt-[14px]" /> : <p className="card-brand">{product.brand}</p>}
      <Heading className="card-name">
        <Link to={productPath(product)} prefetch="intent" onClick={press}>
          <bdi>{name ?? product.name}</bdi>
        </Link>
      </Heading>
      <p className="card-price num">
        <span className="sr-only">{say.youPay}</span>
        {price ?? (
          <>
            <b className={gone ? 'gone' : undefined}>{formatRupees(base)}</b>
            {mrp !== null && mrp > shown ? (
              <span className="card-mrp">
                {say.mrp} <s>{formatRupees(mrp)}</s>
              </span>
            ) : null}
            {/* After the name and the price for who listens; on the picture for who looks. */}
            {off === null ? null : <span className="flag">{say.percentOff(off)}</span>}
            {paid && shown !== base ? <small className="basis-full text-xs text-ink-3">{say.inclGst(formatRupees(shown))}</small> : null}
          </>
        )}
      </p>
      {children}
      {bulk && !price ? <p className="card-bulk num">{bulk.text}</p> : null}
      <p className="card-facts">
        {product.min_order_quantity > 1 ? <span className="num">{say.minimumOrder(product.min_order_quantity)}</span> : null}
        <span className="sr-only">, </span>
        {name === undefined || gone ? <span className={`stock ${stock.kind}`}>{stock.text}</span> : null}
      </p>
      <div className="card-action">{action}</div>
    </article>
  )
}

/**
 * Two columns on phones, three beside the filters, four on wide screens. A list, so that a reader hears how many there are. A `row` shows four products in one line: if only three fit, the fourth is hidden,
 * because it would be alone on a second line.
 */
export function ProductGrid({
  children,
  wide = false,
  row = false,
  waiting = false,
}: {
  children: ReactNode
  wide?: boolean
  row?: boolean
  waiting?: boolean
}) {
  const columns = wide ? 'md:grid-cols-3 lg:grid-cols-4' : 'md:grid-cols-3 xl:grid-cols-4'
  const alone = row ? (wide ? 'md:max-lg:[&>:nth-child(4)]:hidden' : 'md:max-xl:[&>:nth-child(4)]:hidden') : ''
  return (
    <ul
      className={`card-grid grid grid-cols-2 gap-x-[14px] gap-y-9 md:gap-x-7 md:gap-y-[52px] ${columns} ${alone} ${waiting ? 'opacity-60 transition-opacity delay-100' : ''}`}
    >
      {Children.map(children, (child) => (
        <li>{child}</li>
      ))}
    </ul>
  )
}
