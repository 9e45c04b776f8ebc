import type { ReactNode } from 'react'
import { gstRate } from '#domain/tax/gst.ts'
import { mostPaidPerUnit } from '#domain/tax/mrp.ts'
import { formatRupees, groupIndian } from '#domain/money/money.ts'
import { basePrice } from '#domain/prices/price-tiers.ts'
import { productPath } from '#domain/text/slug.ts'
import * as familyWords from '#words/admin-family.ts'
import * as say from '#words/admin-product.ts'
import type { CategoryNode } from '../../../data/admin/products/discounts.ts'
import { Field, SelectField, TextAreaField } from '../../../ui/form/field.tsx'
import { indented } from '../../categories/indented.ts'
import { Choice } from '../../discounts/edit/choice.tsx'
import { byDepth } from '../../discounts/edit/category-tree.ts'
import { FormSection } from '../../ui/form-page.tsx'
import { CostAndMargin } from './cost-and-margin.tsx'
import { mrpError, pricedTexts } from './draft.ts'
import type { ProductTexts } from './draft.ts'
import type { ProductFields } from './product-fields.ts'
import { TierEditor } from './tier-editor.tsx'

type TextName = { [Name in keyof ProductTexts]: ProductTexts[Name] extends string ? Name : never }[keyof ProductTexts]
type BoxProps = { of: ProductFields; name: TextName; label: ReactNode; hint?: ReactNode; optional?: boolean; max?: number; inputMode?: 'numeric' | 'decimal' }

function Text({ of: { texts, errors, set, decided }, name, label, hint, optional, max = 200, inputMode }: BoxProps) {
  return (
    <Field
      label={label}
      name={name}
      hint={decided.has(name) ? familyWords.decided : hint}
      readOnly={decided.has(name)}
      optional={optional}
      maxLength={max}
      inputMode={inputMode}
      autoComplete="off"
      value={texts[name]}
      error={errors[name] ?? null}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  )
}

function Area({ of: { texts, errors, set, decided }, name, label, max, rows = 3 }: BoxProps & { rows?: number }) {
  return (
    <TextAreaField
      label={label}
      name={name}
      hint={decided.has(name) ? familyWords.decided : undefined}
      readOnly={decided.has(name)}
      optional
      rows={rows}
      maxLength={max}
      value={texts[name]}
      error={errors[name] ?? null}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  )
}

const pair = 'grid gap-4 sm:grid-cols-2'
const triple = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3'

export function Basics({ of, categories, id }: { of: ProductFields; categories: readonly CategoryNode[]; id: string }) {
  const { texts, set, decided } = of
  const known = texts.categoryId === '' || categories.some((category) => category.id === texts.categoryId)
  return (
    <FormSection title={say.basics}>
      <Text of={of} name="name" label={say.name} hint={say.link(decodeURIComponent(productPath({ id: id.slice(0, 8), name: texts.name })) + '…')} />
      <Area of={of} name="description" label={say.description} max={20000} rows={5} />
      <div className={pair}>
        <SelectField
          label={say.category}
          name="categoryId"
          hint={decided.has('categoryId') ? familyWords.decided : undefined}
          disabled={decided.has('categoryId')}
          value={texts.categoryId}
          onChange={(event) => set({ categoryId: event.target.value })}
        >
          <option value="">{say.noCategory}</option>
          {known ? null : <option value={texts.categoryId}>{say.goneCategory}</option>}
          {byDepth(categories).map(({ category, depth }) => (
            <option key={category.id} value={category.id}>
              {indented(category.name, depth)}
            </option>
          ))}
        </SelectField>
        <Text of={of} name="brand" label={say.brand} optional max={80} />
      </div>
    </FormSection>
  )
}

export function Prices({ of }: { of: ProductFields }) {
  const { texts, errors, set, settings } = of
  const product = pricedTexts(texts)
  const base = basePrice(product)
  const problem = mrpError(texts, settings)
  const rate = settings.forcedGstPercent === null ? say.ownRates : say.forced(settings.forcedGstPercent)
  // a price above MRP is shown while typing, with the fix beside it
  const shown = problem && !errors[problem.field] ? { ...of, errors: { ...errors, [problem.field]: problem.text } } : of
  return (
    <FormSection title={say.priceAndTiers} hint={`${settings.pricesIncludeGst ? say.pricesWithGst : say.pricesWithoutGst} · ${rate}`}>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Text of={shown} name="price" label={say.rupees(say.price)} max={12} inputMode="decimal" />
        <Text of={shown} name="retailPrice" label={say.rupees(say.retailPrice)} hint={say.retailHint} optional max={12} inputMode="decimal" />
        <Text of={shown} name="mrp" label={say.rupees(say.mrp)} hint={say.mrpHint} optional max={12} inputMode="decimal" />
        <div className="grid content-start gap-[6px]">
          <span className="font-[550]">{say.paid}</span>
          <output className={`num grid min-h-[var(--field-height,52px)] items-center text-lg font-semibold ${problem ? 'text-bad' : ''}`}>
            {base > 0 ? formatRupees(mostPaidPerUnit(base, gstRate(settings, product), settings)) : '–'}
          </output>
        </div>
      </div>
      {problem ? (
        <button type="button" className="ctl justify-self-start" onClick={() => set({ [problem.field]: problem.highest })}>
          {say.highestAllowed(`₹${problem.highest}`)}
        </button>
      ) : null}
      <TierEditor texts={texts} settings={settings} errors={errors} onChange={(tiers) => set({ tiers })} />
      <CostAndMargin of={of} />
    </FormSection>
  )
}

export function Legal({ of }: { of: ProductFields }) {
  return (
    <FormSection title={say.legal} hint={say.legalHint}>
      <div className={triple}>
        <Text of={of} name="genericName" label={say.genericName} optional max={120} />
        <Text of={of} name="netQuantity" label={say.netQuantity} optional max={60} />
        <Text of={of} name="bestBefore" label={say.bestBefore} optional max={120} />
        <Text of={of} name="countryOfOrigin" label={say.countryOfOrigin} optional max={60} />
        <Text of={of} name="licence" label={say.licence} optional max={120} />
        <Text of={of} name="batch" label={say.batch} optional max={120} />
      </div>
      <Area of={of} name="manufacturer" label={say.manufacturer} max={400} rows={2} />
      <Area of={of} name="ingredients" label={say.ingredients} max={10000} />
      <Area of={of} name="howToUse" label={say.howToUse} max={10000} />
    </FormSection>
  )
}

export function Status({ of: { texts, set } }: { of: ProductFields }) {
  return (
    <section aria-label={say.status} className="grid gap-3 rounded-md border border-line p-4">
      <Choice legend={say.status} name="status" value={texts.status} options={say.states} onChoose={(status) => set({ status })} />
      <label className="flex min-h-9 touch:min-h-11 cursor-pointer items-center gap-3 border-t border-line pt-3">
        <input
          type="checkbox"
          name="featured"
          checked={texts.featured}
          onChange={(event) => set({ featured: event.target.checked })}
          className="size-[18px] flex-none accent-[var(--accent)]"
        />
        {say.featured}
      </label>
    </section>
  )
}

/** `stock`: null for a new product, which gets an opening stock. Afterwards stock is moved below, not typed. */
export function StockAndTax({ of, stock }: { of: ProductFields; stock: number | null }) {
  const { settings, texts } = of
  return (
    <>
      <section aria-labelledby="stock-and-sku" className="grid gap-4 rounded-md border border-line p-4">
        <div className="flex items-baseline justify-between gap-3">
          <h2 id="stock-and-sku">{say.skuAndStock}</h2>
          {stock === null ? null : (
            <a href="#stock" className="link">
              {say.toMovements}
            </a>
          )}
        </div>
        <Text of={of} name="sku" label={say.sku} hint={stock === null ? say.skuHint : undefined} optional={stock === null} max={40} />
        <Text of={of} name="barcode" label={say.barcode} hint={say.barcodeHint} optional max={20} inputMode="numeric" />
        {stock === null ? (
          <Text of={of} name="stock" label={say.firstStock} max={9} inputMode="numeric" />
        ) : (
          <p className="flex justify-between gap-3">
            <span className="font-[550]">{say.inStock}</span>
            <b className="num font-semibold">{groupIndian(String(stock))}</b>
          </p>
        )}
        <Text of={of} name="reorderLevel" label={say.reorderLevel} hint={say.reorderHint} optional max={9} inputMode="numeric" />
        <Text of={of} name="weight" label={say.weight} hint={say.weightHint} optional max={9} inputMode="numeric" />
        <div className={pair}>
          <Text of={of} name="minimum" label={say.minimum} max={5} inputMode="numeric" />
          <Text of={of} name="unit" label={say.unit} hint={say.unitHint} max={12} />
        </div>
        {Number(texts.minimum) > 1 ? <p className="-mt-2 text-sm text-ink-2">{say.minimumHint(texts.minimum.trim())}</p> : null}
      </section>
      <section aria-labelledby="tax" className="grid gap-4 rounded-md border border-line p-4">
        <h2 id="tax">{say.tax}</h2>
        <div className={pair}>
          <Text of={of} name="hsn" label={say.hsn} hint={say.hsnHint} optional max={8} inputMode="numeric" />
          <Text of={of} name="gst" label={say.gst} max={6} inputMode="decimal" />
        </div>
        {settings.forcedGstPercent === null ? null : <p className="text-sm text-ink-2">{say.gstForced(settings.forcedGstPercent)}</p>}
      </section>
    </>
  )
}
