import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { paidPerUnit } from '#domain/tax/gst.ts'
import type { ImportField } from '#domain/product-import/fields.ts'
import { initials } from '#domain/product-import/made-sku.ts'
import { readAmount } from '#domain/product-import/read-number.ts'
import { categoryFinder } from '#domain/product-import/category-nodes.ts'
import { categoryText } from '#domain/product-import/read-row.ts'
import * as say from '#words/admin-import.ts'
import { fetchCategoryNodes } from '../../../data/admin/products/import.ts'
import { useSettings } from '../../../data/shop/use-settings.ts'
import type { Loaded } from './loaded.ts'
import type { Options } from './options.ts'
import { sourceOf } from './read-file.ts'

type RailProps = { loaded: Loaded; fields: readonly (ImportField | null)[]; options: Options; onOptions: (options: Options) => void }
const NAMED = 6
const UNSELLABLE = ['refuse', 'draft', 'cap'] as const

/** The options for the whole file: how prices are meant, how products are matched, what status new ones get. */
export function ColumnRail({ loaded, fields, options, onOptions }: RailProps) {
  const set = (change: Partial<Options>) => onOptions({ ...options, ...change })
  return (
    <div className="grid min-w-0 gap-4">
      {fields.includes('price') || fields.includes('retail_price') ? <Prices loaded={loaded} fields={fields} options={options} set={set} /> : null}
      <Box title={say.rowsTitle}>
        {fields.includes('sku') ? (
          <p className="text-ink-2">{say.bySku}</p>
        ) : (
          <>
            <p className="text-ink-2">{say.madeSku}</p>
            <label className="grid gap-1">
              {say.listName}
              <input
                className="box"
                value={options.source}
                maxLength={60}
                autoComplete="off"
                onChange={(event) => set({ source: event.target.value })}
                onBlur={() => set({ source: sourceOf(options.source) })}
              />
              <span className="text-ink-2">{say.listNameHint(initials(sourceOf(options.source)))}</span>
            </label>
          </>
        )}
      </Box>
      <Box title={say.newTitle}>
        <label className="grid gap-1">
          {say.newStatus}
          <select className="box" value={options.newStatus} onChange={(event) => set({ newStatus: event.target.value === 'active' ? 'active' : 'draft' })}>
            <option value="draft">{say.states.draft}</option>
            <option value="active">{say.states.active}</option>
          </select>
        </label>
        <label className="grid gap-1">
          {say.unsellable}
          <select
            className="box"
            value={options.unsellable}
            onChange={(event) => set({ unsellable: UNSELLABLE.find((one) => one === event.target.value) ?? 'refuse' })}
          >
            {UNSELLABLE.map((one) => (
              <option key={one} value={one}>
                {say.unsellables[one]}
              </option>
            ))}
          </select>
        </label>
      </Box>
      {fields.includes('category') ? <Categories loaded={loaded} fields={fields} options={options} set={set} /> : null}
    </div>
  )
}

function Box({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 rounded-md border border-line p-4">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

type PartProps = { loaded: Loaded; options: Options; set: (change: Partial<Options>) => void }

function Prices({ loaded, fields, options, set }: PartProps & Pick<RailProps, 'fields'>) {
  const settings = useSettings()
  const place = fields.includes('price') ? fields.indexOf('price') : fields.indexOf('retail_price')
  const example = (loaded.samples[place] ?? []).map((cell) => readAmount(cell)).find((amount) => typeof amount === 'number' && amount > 0) ?? null
  const rate = settings.forcedGstPercent ?? 18
  return (
    <Box title={say.pricesTitle}>
      <fieldset className="grid gap-2">
        <legend className="sr-only">{say.pricesTitle}</legend>
        {[true, false].map((including) => (
          <label
            key={String(including)}
            className={`flex cursor-pointer gap-2 rounded-md border p-3 ${options.pricesIncludeGst === including ? 'border-accent bg-chosen' : 'border-line'}`}
          >
            <input
              type="radio"
              name="prices"
              className="tick mt-[2px]"
              checked={options.pricesIncludeGst === including}
              onChange={() => set({ pricesIncludeGst: including })}
            />
            <span>
              <span className="font-semibold">{including ? say.withGst : say.withoutGst}</span>
              {typeof example === 'number' ? (
                <span className="block text-ink-2">{say.priceExample(example, paidPerUnit(example, rate, { pricesIncludeGst: including }))}</span>
              ) : null}
            </span>
          </label>
        ))}
      </fieldset>
    </Box>
  )
}

function Categories({ loaded, fields, options, set }: PartProps & Pick<RailProps, 'fields'>) {
  const categories = useQuery({ queryKey: ['admin-import-categories'], queryFn: fetchCategoryNodes })
  const named = useMemo(
    () => [...new Set(loaded.rows.map(({ cells }) => categoryText(cells, [...fields], loaded.dialect?.categoryLists)))].filter(Boolean),
    [loaded, fields],
  )
  const missing = useMemo(() => {
    const { find } = categoryFinder(categories.data ?? [])
    return named.filter((text) => {
      const found = find(text)
      return found !== 'twice' && 'missing' in found
    })
  }, [named, categories.data])
  return (
    <Box title={say.categoriesTitle}>
      {categories.data === undefined ? null : missing.length === 0 ? (
        <p className="text-ink-2">{say.categoriesKnown}</p>
      ) : (
        <>
          <p className="text-ink-2">{say.categoriesMissing(missing.length)}</p>
          <ul className="grid gap-1">
            {missing.slice(0, NAMED).map((text) => (
              <li key={text} className="line-clamp-1 break-all">
                {text}
              </li>
            ))}
            {missing.length > NAMED ? <li className="text-ink-2">{say.more(missing.length - NAMED)}</li> : null}
          </ul>
          <label className="flex min-h-8 cursor-pointer items-start gap-2">
            <input
              type="checkbox"
              className="tick mt-[2px]"
              checked={options.createCategories}
              onChange={(event) => set({ createCategories: event.target.checked })}
            />
            <span>
              {say.createCategories} <span className="text-ink-2">{say.createCategoriesHint}</span>
            </span>
          </label>
        </>
      )}
    </Box>
  )
}
