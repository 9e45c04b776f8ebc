import { useRef } from 'react'
import { Link } from 'react-router'
import { bulkSaving } from '#domain/quote/cart-summary.ts'
import { formatRupees } from '#domain/money/money.ts'
import { productPath } from '#domain/text/slug.ts'
import { tierNudge } from '#domain/prices/tier-nudge.ts'
import * as say from '#words/cart.tsx'
import { removeFromCart, setQuantity } from '../../data/cart/cart.ts'
import { Picture } from '../../ui/picture.tsx'
import { QuantityInput } from '../../ui/quantity-input.tsx'
import type { PricedLine } from './price-cart.ts'
import { Waits } from './offline-notes.tsx'

type CartLineProps = PricedLine & {
  /** Whether the quantity that the line suggests would give the cart free delivery. */
  freesDelivery: (productId: string, quantity: number) => boolean
  /** changed offline, not saved yet */
  waits: boolean
}

export function CartLine({ item, line, problem, freesDelivery, waits }: CartLineProps) {
  const { product, quantity } = item
  const noteId = `note-${product.id}`
  const own = useRef<HTMLLIElement>(null)
  /** The line that had the focus is gone, so the focus moves to its neighbour, or to the top of the screen if there is none. */
  const remove = () => {
    const neighbour = own.current?.nextElementSibling ?? own.current?.previousElementSibling
    removeFromCart(product.id)
    ;(neighbour?.querySelector<HTMLElement>('h2 a') ?? document.getElementById('content'))?.focus()
  }

  return (
    <li
      ref={own}
      className="grid grid-cols-[86px_minmax(0,1fr)] gap-x-4 gap-y-4 border-b border-line py-6 [contain-intrinsic-size:auto_176px] [content-visibility:auto] md:grid-cols-[128px_minmax(0,1fr)] md:gap-x-6"
    >
      <Link to={productPath(product)} tabIndex={-1} aria-hidden="true" className="self-start overflow-hidden rounded-md md:row-span-3">
        <Picture src={product.image_url} thumbhash={product.image_thumbhash} alt="" width={128} height={128} sizes="128px" />
      </Link>
      <div className="min-w-0">
        {product.brand ? <p className="font-display text-base leading-[1.2] text-rose-600 italic">{product.brand}</p> : null}
        <h2 className="font-text text-base leading-[1.3] font-medium tracking-normal text-ink md:text-lg">
          <Link to={productPath(product)} className="hover:text-plum-600">
            <bdi>{product.name}</bdi>
          </Link>
        </h2>
        <p className="num mt-1 text-sm text-ink-2">
          {line.tier && line.unitPrice !== line.basePrice ? <s className="mr-1 text-ink-3">{formatRupees(line.basePrice)}</s> : null}
          <b className="font-semibold text-ink">{formatRupees(line.unitPrice)}</b> {say.each}
          {line.tier && line.tier.discountPercent > 0 ? say.tierPrice(line.tier.minQuantity, line.tier.discountPercent) : ''}
        </p>
        {quantity === product.stock ? <p className="num text-sm font-[550] text-rose-600">{say.allInCart(product.stock)}</p> : null}
        {waits ? <Waits /> : null}
      </div>
      <div className="col-span-2 flex flex-wrap items-center gap-x-4 gap-y-2 md:col-span-1 md:col-start-2">
        <QuantityInput
          value={quantity}
          min={0}
          max={Math.max(product.stock, quantity)}
          size="small"
          label={say.quantityOf(product.name)}
          describedBy={problem ? noteId : undefined}
          onChange={(next) => (next > 0 ? setQuantity(product.id, next) : remove())}
        />
        <button type="button" className="link py-2 text-sm" onClick={remove}>
          {say.remove}
          <span className="sr-only"> {product.name}</span>
        </button>
        <p className={`num ml-auto text-right leading-[1.3] ${problem?.kind === 'gone' ? 'hidden' : ''}`}>
          <b className="block text-lg font-[650]">{formatRupees(line.lineTotal)}</b>
          {line.basePrice > line.unitPrice ? <span className="text-sm font-[550] text-marigold-700">{say.youSave(formatRupees(bulkSaving(line)))}</span> : null}
          {line.offer ? <span className="block text-sm font-[550] text-marigold-700">{say.offerTakes(line.offer, formatRupees(line.discount))}</span> : null}
        </p>
      </div>
      <div className="col-span-2 empty:hidden md:col-span-1 md:col-start-2">
        {problem ? <ProblemNote id={noteId} product={product} problem={problem} /> : <NudgeNote item={item} freesDelivery={freesDelivery} />}
      </div>
    </li>
  )
}

function ProblemNote({
  id,
  product,
  problem,
}: {
  id: string
  product: { id: string; name: string; stock: number }
  problem: NonNullable<PricedLine['problem']>
}) {
  return (
    <div
      id={id}
      className="flex flex-wrap items-center justify-between gap-3 rounded-sm border-l-4 border-cancelled bg-cancelled-tint px-4 py-3 text-cancelled"
    >
      <p className="font-[550]">{problem.text}</p>
      {problem.right > 0 ? (
        <button
          type="button"
          className="min-h-[40px] rounded-sm border-[1.5px] border-cancelled px-[14px] text-sm font-semibold"
          onClick={() => setQuantity(product.id, problem.right)}
        >
          {say.makeIt(problem.right)}
        </button>
      ) : null}
      {product.stock <= 0 ? (
        <Link
          to={productPath(product)}
          aria-label={say.tellMeNamed(product.name)}
          className="inline-block py-[10px] text-sm font-semibold underline underline-offset-[.22em]"
        >
          {say.tellMe}
        </Link>
      ) : null}
    </div>
  )
}

function NudgeNote({ item, freesDelivery }: Pick<CartLineProps, 'item' | 'freesDelivery'>) {
  const nudge = tierNudge(item.product, item.quantity)
  if (!nudge) return null
  const next = item.quantity + nudge.more
  return (
    <div className="num flex items-center justify-between gap-3 rounded-sm bg-marigold-100 px-[14px] py-3 leading-[1.4] text-marigold-700">
      <p>{say.nudge(nudge.more, nudge.minQuantity, formatRupees(nudge.unitPrice), formatRupees(nudge.saves), freesDelivery(item.product_id, next))}</p>
      <button
        type="button"
        className="min-h-[40px] flex-none rounded-sm border-[1.5px] border-marigold-700 px-[14px] text-sm font-semibold hover:bg-white/60"
        onClick={() => setQuantity(item.product_id, next)}
      >
        {say.addMore(nudge.more)}
      </button>
    </div>
  )
}
