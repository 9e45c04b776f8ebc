import { useRef } from 'react'
import { Link } from 'react-router'
import { bulkSaving } from '#domain/quote/cart-summary.ts'
import { formatRupees } from '#domain/money/money.ts'
import { productPath } from '#domain/text/slug.ts'
import { tierNudge } from '#domain/prices/tier-nudge.ts'
import * as say from '#words/cart.tsx'
import { removeFromCart, setQuantity } from '../../data/cart/change-cart.ts'
import { Picture } from '../../ui/pictures/picture.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import { QuantityInput } from '../../ui/form/quantity-input.tsx'
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
  /** Where the name of a family ends and its shade begins. */
  const dash = product.name.lastIndexOf(' – ')
  const shadeAt = dash < 0 ? product.name.length : dash
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
      className="grid grid-cols-[64px_minmax(0,1fr)_44px] gap-x-3 border-b border-line py-[6px] [contain-intrinsic-size:auto_96px] [content-visibility:auto] md:grid-cols-[128px_minmax(0,1fr)] md:gap-x-6 md:gap-y-4 md:py-6 md:[contain-intrinsic-size:auto_176px]"
    >
      <Link
        to={productPath(product)}
        tabIndex={-1}
        aria-hidden="true"
        className="mt-1 self-start overflow-hidden rounded-sm max-md:col-start-1 max-md:row-span-2 max-md:row-start-1 md:row-span-3 md:mt-0 md:rounded-md"
      >
        <Picture src={product.image_url} thumbhash={product.image_thumbhash} alt="" width={128} height={128} sizes="(min-width: 768px) 128px, 64px" />
      </Link>
      <div className="min-w-0 max-md:col-start-2 max-md:row-start-1">
        {product.brand ? <p className="font-display text-base leading-[1.2] text-rose-600 italic max-md:hidden">{product.brand}</p> : null}
        <h2 className="font-text text-base leading-[1.3] font-medium tracking-normal text-ink md:text-lg">
          <Link to={productPath(product)} className="hover:text-plum-600 max-md:block">
            <bdi className="max-md:flex">
              <span className="max-md:truncate">{product.name.slice(0, shadeAt)}</span>
              {/* The shade stays: on one line the name of its family is shortened. */}
              <span className="max-md:max-w-[85%] max-md:shrink-0 max-md:truncate max-md:whitespace-pre">{product.name.slice(shadeAt)}</span>
            </bdi>
          </Link>
        </h2>
        <p className="num text-sm leading-[1.3] text-ink-2 md:mt-1">
          {line.tier && line.unitPrice !== line.basePrice ? <s className="mr-1 text-ink-3 max-md:hidden">{formatRupees(line.basePrice)}</s> : null}
          <b className="font-semibold text-ink">{formatRupees(line.unitPrice)}</b> {say.each}
          {line.tier && line.tier.discountPercent > 0 ? (
            <>
              {say.tierPrice(line.tier.minQuantity)}
              <span className="max-md:hidden"> {say.tierPercent(line.tier.discountPercent)}</span>
            </>
          ) : null}
        </p>
      </div>
      <div className="max-md:contents md:col-start-2 md:flex md:flex-wrap md:items-center md:gap-x-4 md:gap-y-2">
        <div className="max-md:col-start-2 max-md:row-start-2">
          <QuantityInput
            value={quantity}
            min={0}
            max={Math.max(product.stock, quantity)}
            size="small"
            label={say.quantityOf(product.name)}
            describedBy={problem ? noteId : undefined}
            onChange={(next) => (next > 0 ? setQuantity(product.id, next) : remove())}
          />
        </div>
        <button
          type="button"
          className="link max-md:col-start-3 max-md:row-start-1 max-md:-mt-1 max-md:-mr-2 max-md:grid max-md:size-11 max-md:place-items-center max-md:text-ink-2 md:py-2 md:text-sm"
          onClick={remove}
        >
          <Icon name="close" size={18} className="md:hidden" />
          <span className="max-md:sr-only">{say.remove}</span>
          <span className="sr-only"> {product.name}</span>
        </button>
        <p
          className={`num ml-auto text-right leading-[1.25] max-md:col-span-2 max-md:col-start-2 max-md:row-start-2 max-md:self-center max-md:pointer-events-none max-md:pl-[132px] max-[359px]:row-start-3 max-[359px]:pl-0 ${problem?.kind === 'gone' ? 'hidden' : ''}`}
        >
          <b className="block font-[650] md:text-lg">{formatRupees(line.lineTotal)}</b>
          {line.basePrice > line.unitPrice ? (
            <span className="block text-xs font-[550] text-marigold-700 md:text-sm">{say.youSave(formatRupees(bulkSaving(line)))}</span>
          ) : null}
          {line.offer ? (
            <span className="block text-xs font-[550] text-marigold-700 md:text-sm">{say.offerTakes(line.offer, formatRupees(line.discount))}</span>
          ) : null}
        </p>
      </div>
      <div className="col-span-3 grid gap-1 text-sm empty:hidden max-md:mt-2 md:col-span-1 md:col-start-2 md:text-base">
        {quantity === product.stock ? <p className="num text-sm font-[550] text-rose-600">{say.allInCart(product.stock)}</p> : null}
        {waits ? <Waits /> : null}
        {problem ? <ProblemNote id={noteId} product={product} problem={problem} /> : <NudgeNote item={item} line={line} freesDelivery={freesDelivery} />}
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
      className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-sm border-l-4 border-cancelled bg-cancelled-tint px-4 py-1 text-cancelled md:gap-3 md:py-3"
    >
      <p className="font-[550]">{problem.text}</p>
      {problem.right > 0 ? (
        <button
          type="button"
          className="min-h-[44px] rounded-sm border-[1.5px] border-cancelled px-[14px] text-sm font-semibold"
          onClick={() => setQuantity(product.id, problem.right)}
        >
          {say.makeIt(problem.right)}
        </button>
      ) : null}
      {product.stock <= 0 ? (
        <Link
          to={productPath(product)}
          aria-label={say.notifyMeNamed(product.name)}
          className="inline-block py-3 text-sm font-semibold underline underline-offset-[.22em]"
        >
          {say.notifyMe}
        </Link>
      ) : null}
    </div>
  )
}

function NudgeNote({ item, line, freesDelivery }: Pick<CartLineProps, 'item' | 'line' | 'freesDelivery'>) {
  const nudge = tierNudge(item.product, item.quantity, line.tierQuantity - line.quantity)
  if (!nudge) return null
  const next = item.quantity + nudge.more
  return (
    <div className="num flex items-center justify-between gap-3 rounded-sm bg-marigold-100 px-[14px] py-1 leading-[1.3] text-marigold-700 md:py-3 md:leading-[1.4]">
      <p>{say.nudge(nudge.more, nudge.minQuantity, formatRupees(nudge.unitPrice), formatRupees(nudge.saves), freesDelivery(item.product_id, next))}</p>
      <button
        type="button"
        className="min-h-[44px] flex-none rounded-sm border-[1.5px] border-marigold-700 px-[14px] text-sm font-semibold hover:bg-white/60"
        onClick={() => setQuantity(item.product_id, next)}
      >
        {say.addMore(nudge.more)}
      </button>
    </div>
  )
}
