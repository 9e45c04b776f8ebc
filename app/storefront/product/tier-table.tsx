import { useState } from 'react'
import { formatRupees } from '#domain/money/money.ts'
import { mrpOf } from '#domain/prices/price-tiers.ts'
import type { PriceRow } from '#domain/prices/product-price.ts'
import * as say from '#words/product.tsx'
import type { ProductDetails } from '../../data/shop/products.ts'

/** Paise: from this amount on, the text is two characters longer. */
const LAKH = 10_000_000

/** A long price list is collapsed at first, so that the buy button does not move screens below it. */
const FIRST = 6

type TierTableProps = { product: ProductDetails; rows: PriceRow[]; /** the step that applies */ live: number | null; paid?: (unit: number) => number }

/** The bulk prices; the row of the current quantity is highlighted as it changes. Nothing is shown if there is only one price. */
export function TierTable({ product, rows, live, paid }: TierTableProps) {
  const [all, setAll] = useState(false)
  if (rows.length === 0) return null
  const folds = rows.length > FIRST + 2
  return (
    <div className="pdp-table border-t border-line pt-[22px]">
      {/* Long amounts in large letters are wider than the screen. */}
      <div className="overflow-x-auto">
        <table className="tiers" data-wide={rows.some(({ each, inAll }) => Math.max(each, inAll) >= LAKH) || undefined}>
          <caption>{say.theMoreYouTake}</caption>
          <thead>
            <tr>
              <th scope="col">{say.quantity}</th>
              <th scope="col">{say.priceEach}</th>
              {paid ? (
                <th scope="col" className="tiers-paid">
                  {say.inclGst}
                </th>
              ) : null}
              <th scope="col">{say.youSaveEach(mrpOf(product) !== null)}</th>
              <th scope="col">{say.youSaveInAll}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              <tr
                key={row.from}
                data-folded={(folds && !all && place >= FIRST && row.from !== live) || undefined}
                aria-current={row.from === live || undefined}
              >
                <th scope="row">
                  {row.from}+{row.from === live ? <span className="tag">{say.yourPriceNow}</span> : null}
                </th>
                <td className="font-semibold">
                  {formatRupees(row.each)}
                  {paid ? (
                    <small>
                      {formatRupees(paid(row.each))} {say.inclGst}
                    </small>
                  ) : null}
                </td>
                {paid ? <td className="tiers-paid">{formatRupees(paid(row.each))}</td> : null}
                <td className="saves">{row.saves > 0 ? formatRupees(row.saves) : '–'}</td>
                <td className="saves">{row.saves > 0 ? formatRupees(row.inAll) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {folds ? (
        <button type="button" aria-expanded={all} onClick={() => setAll(!all)} className="scripted link mt-2 py-2 text-sm">
          {all ? say.fewerSteps : say.allSteps(rows.length)}
        </button>
      ) : null}
      <p className="mt-2 text-sm text-ink-2">{say.orderByTheList}</p>
    </div>
  )
}
