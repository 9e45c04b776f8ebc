import { useDeferredValue, useMemo, useState } from 'react'
import { changePrices, readChangePercent, ROUNDINGS } from '#domain/products/price-change.ts'
import type { PriceChange, Rounding } from '#domain/products/price-change.ts'
import { readAmount } from '#domain/product-import/read-number.ts'
import * as listWords from '#words/admin-list.ts'
import * as say from '#words/admin-products.ts'
import type { BulkChange } from '../../data/admin/products/product-changes.ts'
import type { AdminProduct } from '../../data/admin/products/products.ts'
import { useSettings } from '../../data/shop/use-settings.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { PricePreview, type Previewed } from './price-preview.tsx'

type PriceDialogProps = {
  products: readonly AdminProduct[]
  /** throws with a message; the dialog stays open and shows it */
  onApply: (changes: BulkChange[]) => Promise<void>
  onClose: () => void
}
type Asked = { lower: boolean; text: string; unit: 'percent' | 'amount'; price: boolean; mrp: boolean; tiers: boolean; rounding: Rounding }

/** The change that the form requests, or an error message. */
function changeOf(asked: Asked): PriceChange | string {
  if (!asked.price && !asked.mrp && !asked.tiers) return say.nothingChosen
  const amount = asked.unit === 'percent' ? readChangePercent(asked.text) : readAmount(asked.text)
  if (!amount) return say.byWrong[asked.unit]
  if (asked.lower && asked.unit === 'percent' && amount >= 10_000) return say.lowerWrong
  const signed = asked.lower ? -amount : amount
  const by: PriceChange['by'] = asked.unit === 'percent' ? { kind: 'percent', hundredths: signed } : { kind: 'amount', paise: signed }
  return { by, price: asked.price, mrp: asked.mrp, tiers: asked.tiers, rounding: asked.rounding }
}

/**
 * Changes the prices of many products by a percentage or an amount: previews old and new prices, and the products that stay unchanged, before anything is
 * written.
 */
export function PriceDialog({ products, onApply, onClose }: PriceDialogProps) {
  const settings = useSettings()
  const [asked, setAsked] = useState<Asked>({ lower: false, text: '', unit: 'percent', price: true, mrp: false, tiers: true, rounding: 'paisa' })
  const form = useSubmit((error) => (error instanceof Error ? error.message : String(error)))
  const [pressed, setPressed] = useState(false)
  const settled = useDeferredValue(asked)
  const change = useMemo(() => changeOf(settled), [settled])
  const previewed = useMemo(
    (): Previewed[] => (typeof change === 'string' ? [] : products.map((product) => ({ product, result: changePrices(product, change, settings) }))),
    [products, change, settings],
  )
  const changes = previewed.flatMap(({ product, result }): BulkChange[] => (result.ok ? [{ id: product.id, was: result.was, now: result.now }] : []))
  const set = (next: Partial<Asked>) => {
    setAsked({ ...asked, ...next })
    form.reset()
  }
  const wrong = typeof change === 'string' && (pressed || asked.text !== '') ? change : null

  const apply = form.onSubmit(() => {
    setPressed(true)
    return async () => {
      if (changes.length === 0 || settled !== asked) return
      await onApply(changes)
      onClose()
    }
  })

  return (
    <Dialog
      open
      busy={form.busy}
      title={say.pricesTitle}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="ctl" disabled={form.busy} onClick={onClose}>
            {listWords.cancel}
          </button>
          <button type="submit" form="change-prices" className="ctl ctl-main" aria-disabled={form.busy || changes.length === 0}>
            {previewed.length > 0 && changes.length === 0 ? say.nothingChanges : say.apply(previewed.length === 0 ? products.length : changes.length)}
          </button>
        </>
      }
    >
      <form id="change-prices" noValidate className="grid gap-3" onSubmit={apply}>
        <p>{say.pricesOf(products.length)}</p>
        <div className="flex flex-wrap items-start gap-2">
          <select
            aria-label={say.direction}
            className="box"
            value={asked.lower ? 'down' : 'up'}
            onChange={(event) => set({ lower: event.target.value === 'down' })}
          >
            <option value="up">{say.up}</option>
            <option value="down">{say.down}</option>
          </select>
          <input
            aria-label={say.by}
            aria-invalid={wrong === null ? undefined : true}
            aria-describedby={wrong === null ? undefined : 'change-prices-wrong'}
            className="box num w-[96px] text-right max-[359px]:w-[64px]"
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            value={asked.text}
            onChange={(event) => set({ text: event.target.value })}
          />
          <select
            aria-label={say.byUnit}
            className="box"
            value={asked.unit}
            onChange={(event) => set({ unit: event.target.value === 'amount' ? 'amount' : 'percent' })}
          >
            <option value="percent">{say.percentUnit}</option>
            <option value="amount">{say.rupeeUnit}</option>
          </select>
          <select
            aria-label={say.rounding}
            className="box max-w-full"
            value={asked.rounding}
            onChange={(event) => set({ rounding: ROUNDINGS.find((one) => one === event.target.value) ?? 'paisa' })}
          >
            {ROUNDINGS.map((one) => (
              <option key={one} value={one}>
                {say.roundings[one]}
              </option>
            ))}
          </select>
        </div>
        {wrong === null ? null : (
          <p id="change-prices-wrong" role="alert" className="text-cancelled">
            {wrong}
          </p>
        )}
        <fieldset className="flex flex-wrap gap-x-4">
          <legend className="sr-only">{say.what}</legend>
          <Target label={say.targetPrice} checked={asked.price} onChange={(price) => set({ price })} />
          <Target label={say.targetMrp} checked={asked.mrp} onChange={(mrp) => set({ mrp })} />
          <Target label={say.targetTiers} checked={asked.tiers} onChange={(tiers) => set({ tiers })} />
        </fieldset>
        {asked.price ? <p>{asked.tiers ? say.tiersFollow : say.tiersStay}</p> : null}
        {form.message === null ? null : (
          <p role="alert" className="rounded-sm bg-cancelled-tint px-3 py-2 text-cancelled">
            {form.message}
          </p>
        )}
        {previewed.length === 0 ? null : <PricePreview previewed={previewed} mrp={asked.mrp} />}
      </form>
    </Dialog>
  )
}

function Target({ label, checked, onChange }: { label: string; checked: boolean; onChange: (on: boolean) => void }) {
  return (
    <label className="flex min-h-8 cursor-pointer items-center gap-2 text-ink touch:min-h-11">
      <input type="checkbox" className="tick" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  )
}
