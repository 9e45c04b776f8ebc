import { formatRupees, toDecimal, toPaise } from '#domain/money/money.ts'
import { underMrp } from '#domain/prices/product-price.ts'
import { nextTier, parseTiers, unitPrice } from '#domain/prices/price-tiers.ts'
import * as say from '#words/admin-manual-order.ts'
import type { PickedProduct } from '../../../data/admin/orders/manual-order-products.ts'
import type { QuotedRow } from '../../../data/admin/orders/manual-order.ts'
import type { RefusedLine } from '../../../data/orders/place-order.ts'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { Picture } from '../../../ui/pictures/picture.tsx'
import { Money } from '../../ui/cells.tsx'
import { priceOf, unitsOf } from './draft.ts'
import type { DraftLine, DraftErrors } from './draft.ts'

type LineRowProps = {
  line: DraftLine
  /** undefined while it is loading, or if it was deleted */
  product: PickedProduct | undefined
  row: QuotedRow | undefined
  refused: RefusedLine | undefined
  pricesIncludeGst: boolean
  errors: DraftErrors
  showAll: boolean
  onChange: (some: Partial<DraftLine>) => void
  onRemove: () => void
  onNext: () => void
}

export function LineRow({ line, product, row, refused, pricesIncludeGst, errors, showAll, onChange, onRemove, onNext }: LineRowProps) {
  const { productId, quantity, price, reason } = line
  const name = product?.name ?? refused?.name ?? '…'
  const problem = (field: string) => (showAll || field.startsWith('quantity') ? errors[`${field}-${productId}`] : undefined)
  const wrongUnits = problem('quantity')
  const more = price !== null || refused !== undefined
  const named = (field: string) => ({ name: `${field}-${productId}`, 'aria-invalid': problem(field) === undefined ? undefined : (true as const) })
  return (
    <>
      <tr className={more ? 'md:[&>td]:border-b-0' : ''}>
        <td data-first>
          <span className="flex min-w-0 items-center gap-3 text-left">
            <Picture
              src={product?.image_url ?? null}
              thumbhash={product?.image_thumbhash}
              alt=""
              width={40}
              height={40}
              sizes="40px"
              className="size-10! max-w-none flex-none rounded-sm"
            />
            <span className="grid min-w-0">
              <span className="font-semibold">{name}</span>
              <span className="text-ink-2">
                {product?.sku} · <span className={product && product.stock <= 10 ? 'text-late' : ''}>{say.inStock(row?.stock ?? product?.stock ?? 0)}</span>
              </span>
            </span>
          </span>
        </td>
        <td className="end" data-label={say.quantity}>
          <input
            {...named('quantity')}
            aria-label={say.quantityOf(name)}
            title={wrongUnits}
            className={`box w-[84px] text-right ${wrongUnits === undefined ? '' : 'border-cancelled!'}`}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            value={quantity}
            onFocus={(event) => event.target.select()}
            onChange={(event) => onChange({ quantity: event.target.value, anyQuantity: false })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
              event.preventDefault()
              onNext()
            }}
          />
        </td>
        <td className="end" data-label={say.unitPrice}>
          {price === null ? (
            <span className="inline-grid justify-items-end">
              <button
                type="button"
                className="min-h-7 font-semibold underline decoration-dotted underline-offset-4 touch:min-h-11"
                aria-label={say.changePrice(name)}
                onClick={() => onChange({ price: row ? toDecimal(toPaise(row.unit_price)) : '' })}
              >
                {row ? formatRupees(toPaise(row.unit_price)) : '…'}
              </button>
              <TierText row={row} product={product} units={unitsOf(quantity)} />
            </span>
          ) : (
            <span className="relative inline-block">
              <span aria-hidden="true" className="absolute top-1/2 left-3 -translate-y-1/2 text-ink-2">
                ₹
              </span>
              <input
                {...named('price')}
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was pressed
                autoFocus={reason === ''}
                aria-label={say.priceOf(name)}
                title={problem('price')}
                className={`box w-[112px] pl-6! text-right ${problem('price') === undefined ? '' : 'border-cancelled!'}`}
                inputMode="decimal"
                autoComplete="off"
                maxLength={12}
                value={price}
                onFocus={(event) => event.target.select()}
                onChange={(event) => onChange({ price: event.target.value })}
              />
            </span>
          )}
        </td>
        <td className="end text-ink-2" data-label={say.discountShare}>
          {row && row.discount > 0 ? <>−{formatRupees(toPaise(row.discount))}</> : '–'}
        </td>
        <td className="end font-semibold" data-label={say.lineTotal}>
          <Money rupees={row?.total ?? null} />
        </td>
        <td className="end">
          <button type="button" className="ctl ctl-quiet ctl-square" aria-label={say.removeLine(name)} onClick={onRemove}>
            <Icon name="close" size={16} />
          </button>
        </td>
      </tr>
      {more ? (
        <tr>
          <td colSpan={6} className="pt-0!">
            <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-2 text-left md:pl-[52px]">
              {refused === undefined ? null : <Refused refused={refused} name={name} onChange={onChange} />}
              {price === null ? null : (
                <>
                  <span className="rounded-full bg-pending-tint px-2 py-[2px] text-xs font-semibold text-late">{say.customPrice}</span>
                  <span className="text-ink-2">{say.insteadOf(product ? formatRupees(unitPrice(product, unitsOf(quantity) ?? 1)) : '…')}</span>
                  <input
                    {...named('reason')}
                    aria-label={say.reasonOf(name)}
                    title={problem('reason')}
                    className={`box min-w-[160px] flex-1 ${problem('reason') === undefined ? '' : 'border-cancelled!'}`}
                    autoComplete="off"
                    maxLength={200}
                    value={reason}
                    onChange={(event) => onChange({ reason: event.target.value })}
                  />
                  {pricesIncludeGst && refused?.code !== 'ABOVE_MRP' ? <MrpRoom product={product} price={price} /> : null}
                  <button
                    type="button"
                    className="ctl ctl-quiet ctl-square"
                    aria-label={say.shopPrice(name)}
                    onClick={() => onChange({ price: null, reason: '' })}
                  >
                    <Icon name="close" size={16} />
                  </button>
                </>
              )}
            </div>
          </td>
        </tr>
      ) : null}
    </>
  )
}

/** The current tier, and how many more units the next one needs. */
function TierText({ row, product, units }: { row: QuotedRow | undefined; product: PickedProduct | undefined; units: number | null }) {
  if (row?.tier_percent != null) return <span className="text-ink-2">{say.tier(String(row.tier_percent), formatRupees(toPaise(row.list_price)))}</span>
  const next = product && units !== null ? nextTier(parseTiers(product.pricing_tiers), units) : null
  if (!next || !product || units === null) return null
  return <span className="text-ink-2">{say.nextTier(next.minQuantity - units, formatRupees(unitPrice(product, next.minQuantity)))}</span>
}

function MrpRoom({ product, price }: { product: PickedProduct | undefined; price: string }) {
  const agreed = priceOf(price)
  const room = product && agreed !== null ? underMrp(product, agreed) : null
  return room === null || room < 0 ? null : <span className="text-good">{say.underMrp(formatRupees(room))}</span>
}

/** Why this line would be refused now, and a fix if there is one. */
function Refused({ refused, name, onChange }: { refused: RefusedLine; name: string; onChange: (some: Partial<DraftLine>) => void }) {
  const now = refused.new ?? 0
  const gone = refused.code === 'OUT_OF_STOCK' && now === 0
  return (
    <span role="alert" className="inline-flex flex-wrap items-center gap-2 font-medium text-bad">
      {refused.code === 'ABOVE_MRP' ? say.aboveMrp(formatRupees(toPaise(now))) : null}
      {refused.code === 'BELOW_MINIMUM' ? say.belowMinimum(now) : null}
      {refused.code === 'OUT_OF_STOCK' ? say.onlyLeft(now) : null}
      {refused.code === 'OUT_OF_STOCK' && !gone ? (
        <button type="button" className="ctl" onClick={() => onChange({ quantity: String(now), anyQuantity: false })}>
          {say.takeAll(now)}
        </button>
      ) : null}
      {refused.code === 'BELOW_MINIMUM' ? (
        <>
          <button type="button" className="ctl" onClick={() => onChange({ quantity: String(now) })}>
            {say.takeAll(now)}
          </button>
          <button type="button" className="ctl" aria-label={`${say.sellAnyway}: ${name}`} onClick={() => onChange({ anyQuantity: true })}>
            {say.sellAnyway}
          </button>
        </>
      ) : null}
    </span>
  )
}
