import { gstRate } from '#domain/tax/gst.ts'
import { formatRupees } from '#domain/money/money.ts'
import { marginOf } from '#domain/prices/margin.ts'
import { basePrice, tierTable } from '#domain/prices/price-tiers.ts'
import { readRupees } from '#domain/money/read-rupees.ts'
import * as say from '#words/admin-product.ts'
import { Field } from '../../../ui/form/field.tsx'
import { useMay } from '../../access.ts'
import { percentText } from '../margin-text.ts'
import { pricedTexts } from './draft.ts'
import type { ProductFields } from './product-fields.ts'

/** What a unit costs the shop, and what remains of its price, while typing: only for those who may read costs. */
export function CostAndMargin({ of: { texts, errors, set, settings } }: { of: ProductFields }) {
  const may = useMay()
  if (!may('costs.read')) return null
  const product = pricedTexts(texts)
  const cost = readRupees(texts.cost)
  const base = basePrice(product)
  const lowest = tierTable(product).reduce((least, { unitPrice }) => Math.min(least, unitPrice), base)
  const prices = lowest < base ? [base, lowest] : [base]
  return (
    <div className="grid gap-4 border-t border-line pt-4 sm:grid-cols-2">
      <Field
        label={say.rupees(say.cost)}
        name="cost"
        hint={say.costHint}
        optional
        maxLength={12}
        inputMode="decimal"
        autoComplete="off"
        value={texts.cost}
        error={errors['cost'] ?? null}
        onChange={(event) => set({ cost: event.target.value })}
      />
      <div className="grid content-start gap-[6px]">
        <span className="font-[550]" id="margin">
          {say.margin}
        </span>
        <output aria-labelledby="margin" className="num grid min-h-[52px] content-center gap-1">
          {cost === null || cost === 0 || base === 0
            ? '–'
            : prices.map((price, place) => {
                const { amount, percent } = marginOf(price, cost, gstRate(settings, product), settings)
                return (
                  <span key={place} className="flex flex-wrap items-baseline gap-x-2">
                    <b className={`text-lg font-semibold ${amount < 0 ? 'text-bad' : ''}`}>
                      {say.marginText(formatRupees(amount), percent === null ? null : percentText(percent))}
                    </b>
                    <span className="text-sm text-ink-2">{place === 0 ? say.marginAt(formatRupees(price)) : say.marginAtLowest(formatRupees(price))}</span>
                  </span>
                )
              })}
        </output>
        <p className="text-sm text-ink-2">{say.marginNote}</p>
      </div>
    </div>
  )
}
