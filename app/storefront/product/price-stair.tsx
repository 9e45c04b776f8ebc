import { formatRupees } from '#domain/money/money.ts'
import { shortRupees } from '#domain/money/short-rupees.ts'
import type { PriceStep } from '#domain/prices/price-steps.ts'
import * as say from '#words/product.tsx'

type PriceStairProps = { steps: PriceStep[]; /** the place of the step that applies */ reached: number; onChoose: (quantity: number) => void }

/**
 * The price steps as bars whose heights are true to the price. A step sets the quantity; before the scripts have loaded it is a link to
 * the same page with that quantity.
 */
export function PriceStair({ steps, reached, onChoose }: PriceStairProps) {
  const most = Math.max(...steps.map(({ unitPrice }) => unitPrice))
  const least = Math.min(...steps.map(({ unitPrice }) => unitPrice))
  return (
    <div className="num mt-2 md:mt-4">
      <p id="price-steps" className="font-display text-lg text-plum-900 max-md:sr-only">
        {say.priceByQuantity}
      </p>
      <ul className="stair" aria-labelledby="price-steps" style={{ '--least': least / most } as React.CSSProperties}>
        {steps.map(({ from, unitPrice }, place) => (
          <li key={from}>
            <a
              href={`?quantity=${from}`}
              rel="nofollow"
              aria-current={place === reached || undefined}
              aria-label={say.step(from, formatRupees(unitPrice))}
              style={{ '--part': unitPrice / most } as React.CSSProperties}
              onClick={(event) => {
                event.preventDefault()
                onChoose(from)
              }}
            >
              <b>{shortRupees(unitPrice)}</b>
              <small>{from}+</small>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
