import { useId, useState } from 'react'
import { gstRate } from '#domain/tax/gst.ts'
import { mostPaidPerUnit } from '#domain/tax/mrp.ts'
import type { GstSettings } from '#domain/tax/gst.ts'
import { formatRupees } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import { activeTier, basePrice, mrpOf, parseTiers, tierPrice, tierTable } from '#domain/prices/price-tiers.ts'
import { savedUnderMrp, underMrp } from '#domain/prices/product-price.ts'
import * as say from '#words/admin-product.ts'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { toastUndo } from '../../ui/undo.ts'
import { pricedTexts, tierOf } from './draft.ts'
import type { ProductErrors, ProductTexts, TierTexts } from './draft.ts'

type TierEditorProps = { texts: ProductTexts; settings: GstSettings; errors: ProductErrors; onChange: (tiers: TierTexts[]) => void }

/** Bulk prices, one row per minimum quantity with the resulting price, computed by the shop's own functions. */
export function TierEditor({ texts, settings, errors, onChange }: TierEditorProps) {
  const product = pricedTexts(texts)
  const base = basePrice(product)
  const mrp = mrpOf(product)
  const paid = (unit: Paise) => mostPaidPerUnit(unit, gstRate(settings, product), settings)
  const { tiers } = texts
  const change = (key: string, some: Partial<TierTexts>) => onChange(tiers.map((tier) => (tier.key === key ? { ...tier, ...some } : tier)))
  const quantities = tiers.map((tier) => tierOf(tier).min_quantity)
  const inOrder = quantities.every((quantity, row) => row === 0 || !(quantity < (quantities[row - 1] ?? 0)))
  const heads = [say.unitPrice, ...(settings.pricesIncludeGst ? [] : [say.withGst]), ...(mrp === null ? [] : [say.roomUnderMrp]), say.savesInAll]
  const figures = (unit: Paise | null, saves: Paise | null) => [
    unit === null ? '–' : formatRupees(unit),
    ...(settings.pricesIncludeGst ? [] : [unit === null ? '–' : formatRupees(paid(unit))]),
    ...(mrp === null ? [] : [unit === null ? '–' : formatRupees(underMrp(product, paid(unit)) ?? 0)]),
    saves === null ? '–' : formatRupees(saves),
  ]

  function remove(tier: TierTexts, row: number) {
    onChange(tiers.filter(({ key }) => key !== tier.key))
    toastUndo(say.tierRemoved(row + 1), () => {
      onChange([...tiers])
      return Promise.resolve()
    })
  }

  return (
    <div className="grid min-w-0 gap-3">
      <h3>{say.tiers}</h3>
      <div className="grid-room">
        <table className="grid-table" aria-label={say.tiers}>
          <thead>
            <tr>
              <th scope="col" className="w-[120px]">
                {say.tierMinimum}
              </th>
              <th scope="col" className="w-[120px]">
                {say.tierPercent}
              </th>
              {heads.map((head) => (
                <th key={head} scope="col" className="end">
                  {head}
                </th>
              ))}
              <th scope="col" className="w-9">
                <span className="sr-only">{say.removing}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td data-label={say.tierMinimum}>1</td>
              <td data-label={say.tierPercent} className="text-ink-2">
                {say.noDiscount}
              </td>
              {figures(base > 0 ? base : null, base > 0 ? savedUnderMrp(product, paid(base)) : null).map((figure, place) => (
                <td key={heads[place]} data-label={heads[place]} className={`end num ${place === 0 ? 'font-semibold' : ''}`}>
                  {figure}
                </td>
              ))}
              <td>
                <span className="sr-only">{say.alwaysThere}</span>
              </td>
            </tr>
            {tiers.map((tier, row) => {
              const shown = base > 0 ? tierTable({ ...product, pricing_tiers: [tierOf(tier)] }, paid)[0] : undefined
              return (
                <tr key={tier.key}>
                  <td data-label={say.tierMinimum}>
                    <Box
                      name={`tier_minimum_${row}`}
                      label={say.tierMinimumOf(row + 1)}
                      value={tier.minimum}
                      error={errors[`tier_minimum_${row}`]}
                      inputMode="numeric"
                      onChange={(minimum) => change(tier.key, { minimum })}
                    />
                  </td>
                  <td data-label={say.tierPercent}>
                    <Box
                      name={`tier_percent_${row}`}
                      label={say.tierPercentOf(row + 1)}
                      value={tier.percent}
                      error={errors[`tier_percent_${row}`]}
                      inputMode="decimal"
                      onChange={(percent) => change(tier.key, { percent })}
                    />
                  </td>
                  {figures(shown?.unitPrice ?? null, shown?.totalSavings ?? null).map((figure, place) => (
                    <td key={heads[place]} data-label={heads[place]} className={`end num ${place === 0 ? 'font-semibold' : ''}`}>
                      {figure}
                    </td>
                  ))}
                  <td className="end">
                    <button type="button" aria-label={say.removeTier(row + 1)} className="ctl ctl-quiet ctl-square ml-auto" onClick={() => remove(tier, row)}>
                      <Icon name="close" size={16} />
                    </button>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <button type="button" className="ctl" onClick={() => onChange([...tiers, { key: crypto.randomUUID(), minimum: '', percent: '' }])}>
          <Icon name="plus" size={16} />
          {say.addTier}
        </button>
        {inOrder ? null : (
          <button
            type="button"
            className="ctl"
            onClick={() => onChange(tiers.toSorted((a, b) => (tierOf(a).min_quantity || Infinity) - (tierOf(b).min_quantity || Infinity)))}
          >
            {say.sortTiers}
          </button>
        )}
        <Trial product={product} paid={paid} />
      </div>
    </div>
  )
}

type BoxProps = { name: string; label: string; value: string; error: string | undefined; inputMode: 'numeric' | 'decimal'; onChange: (value: string) => void }

function Box({ name, label, value, error, inputMode, onChange }: BoxProps) {
  const id = useId()
  return (
    <span className="grid min-w-0 gap-1">
      <input
        name={name}
        aria-label={label}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : id}
        className={`box num w-full max-w-[120px] min-w-[76px] justify-self-end text-right ${error === undefined ? '' : 'border-cancelled'}`}
        inputMode={inputMode}
        autoComplete="off"
        maxLength={7}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {error === undefined ? null : (
        <span id={id} className="text-sm text-cancelled">
          {error}
        </span>
      )}
    </span>
  )
}

/** Any quantity, priced as the cart would price it. */
function Trial({ product, paid }: { product: ReturnType<typeof pricedTexts>; paid: (unit: Paise) => Paise }) {
  const [typed, setTyped] = useState('')
  const quantity = /^[1-9]\d{0,5}$/.test(typed.trim()) ? Number(typed) : null
  const base = basePrice(product)
  const unit = quantity === null || base <= 0 ? null : tierPrice(base, activeTier(parseTiers(product.pricing_tiers), quantity))
  const saved = unit === null || quantity === null ? 0 : savedUnderMrp(product, paid(unit), quantity)
  return (
    <div className="ml-auto flex flex-wrap items-center gap-2">
      <label className="flex items-center gap-2">
        {say.tryQuantity}
        <input
          className="box num w-[76px] text-right"
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <output className="text-ink-2">
        {unit === null || quantity === null ? null : say.trialResult(formatRupees(unit), formatRupees(unit * quantity), saved > 0 ? formatRupees(saved) : null)}
      </output>
    </div>
  )
}
