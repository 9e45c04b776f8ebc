import { memo, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { formatRupees } from '#domain/money/money.ts'
import { shortRupees } from '#domain/money/short-rupees.ts'
import { nearStep, stepsAround, suggestedQuantity } from '#domain/prices/nearby-steps.ts'
import { priceSteps, reachedStep } from '#domain/prices/price-steps.ts'
import { mrpOf, percentOffMrp, unitPrice } from '#domain/prices/price-tiers.ts'
import { formatDay } from '#domain/time/dates.ts'
import { productPath } from '#domain/text/slug.ts'
import { LOW_STOCK_LABEL } from '#domain/products/stock.ts'
import * as say from '#words/trade-list.tsx'
import type { ListedProduct } from '../../../data/shop/products.ts'
import { Picture } from '../../../ui/pictures/picture.tsx'
import { paidFor } from '../../card.tsx'
import { useRoot } from '../../shell/use-root.ts'
import { Stepper } from './stepper.tsx'

/** The last order of the product. */
type LastBought = { quantity: number; bought_at: string }

export type RowProps = {
  product: ListedProduct
  /** in the cart; 0: none */
  quantity: number
  /** units in the cart of other products that count together with it */
  others: number
  last?: LastBought
  /** why a change of this row was undone */
  note?: string
  /** changed, and not saved before the connection returns */
  waits?: boolean
  eager?: boolean
  onSet: (product: ListedProduct, quantity: number) => void
}

/** So many steps fit beside the stepper: on a phone, and on a wide screen. */
const FEW = 3
const MANY = 4

/**
 * One product of the trade list. Every control is a submit button of the row's form: without scripts it leads to /login, as Add on a
 * card does; with them it sets the quantity at once.
 */
export const Row = memo(function Row({ product, quantity, others, last, note, waits = false, eager = false, onSet }: RowProps) {
  const { settings } = useRoot()
  const { name, brand, stock } = product
  const start = suggestedQuantity(product, last?.quantity)
  const shown = quantity > 0 ? quantity : start
  const unit = unitPrice(product, shown + others)
  const paid = paidFor(product, settings)
  const paidUnit = paid ? paid(unit) : unit
  const mrp = mrpOf(product)
  const margin = percentOffMrp(product, paidUnit)
  const steps = priceSteps(product)
  const reached = quantity > 0 ? reachedStep(steps, quantity + others) : -1
  const near = quantity > 0 ? nearStep(steps, quantity, others) : null
  const form = useRef<HTMLFormElement>(null)
  const pressed = useFocusOnOther(form, quantity > 0)
  const set = (wanted: number) => {
    pressed()
    onSet(product, wanted)
  }
  const [few, many] = [stepsAround(steps, quantity + others, FEW), stepsAround(steps, quantity + others, MANY)]
  return (
    <li className="trade-row" data-in={quantity > 0 || undefined}>
      <form
        ref={form}
        action="/login"
        onSubmit={(event) => {
          event.preventDefault()
          const { submitter } = event.nativeEvent
          set(submitter instanceof HTMLButtonElement && submitter.value !== '' ? Number(submitter.value) : start)
        }}
      >
        <span className="trade-picture">
          <Picture src={product.image_url} alt="" width={56} height={56} sizes="56px" eager={eager} />
        </span>
        <div className="trade-name">
          <h2>
            <Link to={productPath(product)} prefetch="intent">
              <bdi>{name}</bdi>
            </Link>
          </h2>
          <p>
            {brand === null ? null : <i>{brand}</i>}
            {last && quantity === 0 ? <span className="num"> · {say.last(last.quantity, formatDay(last.bought_at).replace(/,.*/, ''))}</span> : null}
            {stock > 0 && stock <= LOW_STOCK_LABEL ? <span className="num trade-low"> · {say.onlyLeft(stock)}</span> : null}
          </p>
        </div>
        <p className="trade-price num">
          <b>{formatRupees(unit)}</b>
          {mrp !== null && mrp > paidUnit ? (
            <>
              <span className="sr-only"> {say.mrp} </span>
              <s>{shortRupees(mrp)}</s>
            </>
          ) : null}
          {margin === null ? null : <span className="trade-margin"> {say.margin(margin)}</span>}
          {paidUnit === unit ? null : <small> {say.inclGst(formatRupees(paidUnit))}</small>}
        </p>
        {stock <= 0 && quantity === 0 ? (
          <button type="button" disabled className="trade-add">
            {say.outOfStock}
          </button>
        ) : (
          <>
            <fieldset className="trade-steps num" aria-label={say.stepsOf(name)}>
              {many.map(({ from, unitPrice: price }) => (
                <button
                  key={from}
                  name="quantity"
                  value={from}
                  aria-pressed={steps[reached]?.from === from}
                  data-wide={!few.some((step) => step.from === from) || undefined}
                >
                  <b>{say.from(from)}</b>
                  <small>{shortRupees(price)}</small>
                  <span className="sr-only"> {say.each}</span>
                </button>
              ))}
            </fieldset>
            {quantity > 0 ? (
              <Stepper name={name} quantity={quantity} minimum={steps[0]?.from ?? 1} most={Math.max(stock, quantity)} onSet={set} />
            ) : (
              <button name="quantity" value={start} className="trade-add num">
                {say.add(start)}
                <span className="sr-only">{say.of(name)}</span>
              </button>
            )}
          </>
        )}
        {note === undefined ? null : <p className="trade-note">{note}</p>}
        {waits ? <p className="trade-hint">{say.waits}</p> : null}
        {near && note === undefined && !waits ? (
          <p className="trade-hint num">{say.nudge(near.more, formatRupees(near.unitPrice), formatRupees(near.saves))}</p>
        ) : null}
      </form>
    </li>
  )
})

/**
 * Add and the stepper replace each other: when a press removes the one that had the focus, the other takes it. Its plus, because a field
 * would open a phone's keyboard. Returns what a press calls: a cart that is read moves no focus.
 */
function useFocusOnOther(form: React.RefObject<HTMLFormElement | null>, inCart: boolean): () => void {
  const pressed = useRef(false)
  useEffect(() => {
    // The focus of an element that is removed goes to the body.
    if (pressed.current && document.activeElement === document.body)
      form.current?.querySelector<HTMLElement>(inCart ? '.trade-quantity button:last-child' : '.trade-add')?.focus({ preventScroll: true })
    pressed.current = false
  }, [form, inCart])
  return () => {
    pressed.current = true
  }
}
