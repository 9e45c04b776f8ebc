import { memo, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatRupees } from '#domain/money/money.ts'
import { basePrice } from '#domain/prices/price-tiers.ts'
import { productPath } from '#domain/text/slug.ts'
import * as say from '#words/order-pad.tsx'
import type { CartProduct } from '../../data/cart/cart-calls.ts'
import { Icon } from '../../ui/pictures/icon.tsx'
import { Picture } from '../../ui/pictures/picture.tsx'
import { QuantityInput } from '../../ui/form/quantity-input.tsx'
import type { ValidatedRow } from './validate-rows.ts'
import { MOST_UNITS } from './read-quantity.ts'
import type { OrderPad } from './use-order-pad.ts'

type RowProps = { row: ValidatedRow } & Pick<OrderPad, 'setQuantity' | 'choose' | 'askAgain' | 'remove'>

/** Memoized: with a thousand rows, only the changed ones render again. */
export const PadRowView = memo(function PadRowView({ row, setQuantity, choose, askAgain, remove }: RowProps) {
  const { product, problem, line, quantity, inCart, matched } = row
  const noteId = `pad-note-${row.key}`
  const [asked, setAsked] = useState(false)
  return (
    <li className="grid grid-cols-[64px_minmax(0,1fr)_44px] gap-x-4 gap-y-3 border-b border-line py-5 [contain-intrinsic-size:auto_130px] [content-visibility:auto] md:grid-cols-[64px_minmax(0,1fr)_auto_44px]">
      <div className="overflow-hidden rounded-sm bg-sunken md:row-span-2 md:self-start">
        {product ? (
          <Picture src={product.image_url} thumbhash={product.image_thumbhash} alt="" width={64} height={64} sizes="64px" />
        ) : (
          <span className="grid size-16 place-items-center text-ink-3">
            <Icon name="search" size={24} />
          </span>
        )}
      </div>
      <div className="min-w-0">
        <h3 className="font-text text-base leading-[1.3] font-medium tracking-normal wrap-anywhere text-ink">
          {product ? (
            <Link to={productPath(product)} className="hover:text-plum-600">
              {product.name}
            </Link>
          ) : (
            say.typed(row.text)
          )}
        </h3>
        <p className="num mt-1 text-sm wrap-anywhere text-ink-2">
          {say.lines(row.lines)}
          {product ? ` · ${product.sku}` : quantity === null ? '' : ` · ${say.units(quantity)}`}
        </p>
        {matched ? (
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-marigold-700">
            <span className="wrap-anywhere">{say.matchedByName(matched.text)}</span>
            <button
              type="button"
              className="link -my-2 min-h-11 min-w-11 text-left"
              onClick={() => {
                setAsked(true)
                askAgain(row.key)
              }}
            >
              {say.change}
              <span className="sr-only">{say.changeOf(row.text)}</span>
            </button>
          </p>
        ) : null}
        {line ? (
          <p className="num mt-1 text-sm text-ink-2">
            {line.tier && line.unitPrice !== line.basePrice ? <s className="mr-1 text-ink-3">{formatRupees(line.basePrice)}</s> : null}
            {say.each(formatRupees(line.unitPrice))}
            {line.tier && line.tier.discountPercent > 0 ? <span className="font-[550] text-marigold-700">{say.tierPrice(line.tier.minQuantity)}</span> : null}
          </p>
        ) : null}
        {line?.offer ? <p className="num text-sm font-[550] text-marigold-700">{say.offerTakes(line.offer, formatRupees(line.discount))}</p> : null}
      </div>
      <button
        type="button"
        aria-label={say.remove(product?.name ?? say.typed(row.text))}
        className="-mt-2 -mr-3 grid size-11 place-items-center justify-self-end rounded-sm text-ink-2 hover:bg-plum-50 hover:text-plum-700 md:col-start-4 md:row-start-1 md:mt-0"
        onClick={() => remove(row.key)}
      >
        <Icon name="close" size={18} />
      </button>
      {product ? (
        <div className="col-span-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 md:col-span-1 md:col-start-3 md:row-start-1 md:justify-end md:self-start">
          <QuantityInput
            value={quantity ?? 0}
            min={quantity === null ? 0 : 1}
            max={MOST_UNITS}
            size="small"
            label={say.quantityOf(product.name)}
            describedBy={problem ? noteId : undefined}
            disabled={product.stock <= 0}
            onChange={(next) => setQuantity(row.key, next)}
          />
          <p className="num min-w-[104px] text-right leading-[1.3] md:w-[136px]">
            {line ? <b className="font-[650]">{formatRupees(line.lineTotal)}</b> : null}
            {line && inCart > 0 ? <span className="block text-sm text-ink-2">{say.withInCart(inCart)}</span> : null}
          </p>
        </div>
      ) : null}
      {problem ? (
        <div id={noteId} className="col-span-3 grid gap-3 md:col-start-2">
          <div className="flex flex-wrap items-center justify-between gap-3 rounded-sm border-l-4 border-cancelled bg-cancelled-tint px-4 py-[10px] text-cancelled">
            <p className="num font-[550]">{problem.text}</p>
            {problem.right === null ? null : (
              <button
                type="button"
                className="num min-h-[40px] rounded-sm border-[1.5px] border-cancelled px-[14px] text-sm font-semibold"
                onClick={() => setQuantity(row.key, problem.right ?? 1)}
              >
                {say.makeIt(problem.right)}
              </button>
            )}
          </div>
          {row.choices.length === 0 ? null : <Choices row={row} choose={choose} focus={asked} />}
        </div>
      ) : null}
    </li>
  )
}, sameRow)

/** `focus`: they take the place of the button that asked for them. */
function Choices({ row, choose, focus }: { row: ValidatedRow; choose: (key: string, product: CartProduct) => void; focus: boolean }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (focus) list.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [focus])
  return (
    <ul ref={list} aria-label={say.whatItMayBe(row.text)} className="grid gap-2 sm:grid-cols-2">
      {row.choices.map((product) => (
        <li key={product.id}>
          <button
            type="button"
            className="grid size-full cursor-pointer grid-cols-[48px_minmax(0,1fr)] items-center gap-3 rounded-sm border-[1.5px] border-control bg-surface p-2 text-left hover:border-plum-600 hover:bg-plum-50"
            onClick={() => choose(row.key, product)}
          >
            <span className="overflow-hidden rounded-xs">
              <Picture src={product.image_url} thumbhash={product.image_thumbhash} alt="" width={48} height={48} sizes="48px" />
            </span>
            <span className="min-w-0">
              <span className="line-clamp-2 text-md leading-[1.3] font-medium">{product.name}</span>
              <span className="num block truncate text-xs text-ink-2">
                {product.sku} · {formatRupees(basePrice(product))}
                {product.stock <= 0 ? ` · ${say.outOfStock}` : ''}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function sameRow(before: RowProps, after: RowProps): boolean {
  const [a, b] = [before.row, after.row]
  return (
    a.product === b.product &&
    a.quantity === b.quantity &&
    a.inCart === b.inCart &&
    a.choices === b.choices &&
    a.matched === b.matched &&
    a.problem?.text === b.problem?.text &&
    a.problem?.right === b.problem?.right &&
    a.lines.length === b.lines.length &&
    a.line?.lineTotal === b.line?.lineTotal &&
    a.line?.offer === b.line?.offer &&
    a.line?.discount === b.line?.discount
  )
}
