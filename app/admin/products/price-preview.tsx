import { formatRupees } from '#domain/money/money.ts'
import { parseTiers } from '#domain/prices/price-tiers.ts'
import type { ChangedPrices } from '#domain/products/price-change.ts'
import { tiersText } from '#domain/product-import/read-cell.ts'
import * as say from '#words/admin-products.ts'
import type { AdminProduct } from '../../data/admin/products/products.ts'

export type Previewed = { product: AdminProduct; result: ChangedPrices }

const SHOWN = 40

/** Old and new prices; products that stay unchanged come first, with the reason. */
export function PricePreview({ previewed, mrp }: { previewed: readonly Previewed[]; mrp: boolean }) {
  const changed = previewed.filter(({ result }) => result.ok)
  const same = previewed.filter(({ result }) => !result.ok && result.code === 'SAME')
  const refused = previewed.filter(({ result }) => !result.ok && result.code !== 'SAME')
  const rows = [...refused, ...changed]
  return (
    <div className="grid gap-2">
      <p role="status" className="flex flex-wrap gap-x-3 font-semibold text-ink">
        <span>{say.willChange(changed.length)}</span>
        {same.length === 0 ? null : <span className="font-normal">{say.willStay(same.length)}</span>}
        {refused.length === 0 ? null : <span className="text-cancelled">{say.leftAlone(refused.length)}</span>}
      </p>
      {rows.length === 0 ? null : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and must be reachable by keyboard then
        <div tabIndex={0} role="region" aria-label={say.preview} className="max-h-[34vh] overflow-y-auto rounded-md border border-line">
          <table className="w-full text-left">
            <thead>
              <tr className="text-ink-2 [&>th]:sticky [&>th]:top-0 [&>th]:bg-surface [&>th]:px-3 [&>th]:py-1 max-md:[&>th]:px-[6px] [&>th]:font-medium">
                <th scope="col">{say.product}</th>
                <th scope="col" className="text-right">
                  {say.before}
                </th>
                <th scope="col" className="text-right">
                  {say.after}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, SHOWN).map(({ product, result }) => (
                <tr
                  key={product.id}
                  className="align-top [&>td]:border-t [&>td]:border-line [&>td]:px-3 [&>td]:py-[6px] max-md:[&>td]:px-[6px] max-[359px]:[&>td]:text-xs"
                >
                  <td>
                    <span className="typed line-clamp-2 text-ink">{product.name}</span>
                    {result.ok ? null : <span className="text-cancelled">{refusalText(result)}</span>}
                    {result.ok && result.now.pricing_tiers !== undefined ? (
                      <span className="block">{`${say.tiers}: ${tiersText(parseTiers(result.now.pricing_tiers))}`}</span>
                    ) : null}
                    {result.ok && mrp && result.now.mrp !== undefined ? <span className="block">{say.mrp}</span> : null}
                  </td>
                  <td className="num text-right whitespace-nowrap">
                    {formatRupees(result.base[0])}
                    {result.ok && mrp && result.mrp[0] !== null && result.now.mrp !== undefined ? (
                      <span className="block">{formatRupees(result.mrp[0])}</span>
                    ) : null}
                  </td>
                  <td className={`num text-right whitespace-nowrap ${result.ok ? 'font-semibold text-ink' : 'line-through'}`}>
                    {formatRupees(result.base[1])}
                    {result.ok && mrp && result.mrp[1] !== null && result.now.mrp !== undefined ? (
                      <span className="block">{formatRupees(result.mrp[1])}</span>
                    ) : null}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {rows.length > SHOWN ? <p className="border-t border-line px-3 py-2">{say.moreRows(rows.length - SHOWN)}</p> : null}
        </div>
      )}
    </div>
  )
}

/** Why a product stays unchanged. */
const refusalText = (result: Exclude<ChangedPrices, { ok: true }>): string =>
  result.code === 'ABOVE_MRP' ? say.refusals.ABOVE_MRP(formatRupees(result.highest)) : say.refusals[result.code]()
