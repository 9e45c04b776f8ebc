import { useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import * as say from '#words/products.tsx'
import type { ProductFacets } from '../../data/shop/products.ts'
import { idsWithin, type MenuCategory } from '../../data/shop/categories.ts'
import { afterPaint } from '../../ui/after-paint.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import { useRoot } from '../shell/use-root.ts'
import { type Filters, filtersPath, moqChoices, readFilters, sorts, stockChoices } from './filters.ts'
import { PriceRange } from './price-range.tsx'

const BRANDS_FIRST = 8

/** A GET form. With scripts every choice applies at once; without scripts, 'Show products' submits it. */
export function FilterForm({
  filters,
  facets,
  path,
  categories: withCategories,
}: {
  filters: Filters
  facets: ProductFacets
  path: string
  categories: boolean
}) {
  const { categories } = useRoot()
  const navigate = useNavigate()
  const atLeast = facets.more?.counts ?? false
  const form = useRef<HTMLFormElement>(null)
  const apply = (form: HTMLFormElement) => {
    const entries = [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
    // Synchronous: in a transition, React would first revert the checkbox that the visitor has just changed.
    void navigate(filtersPath(readFilters(new URLSearchParams(entries)), path), { preventScrollReset: true, flushSync: true })
  }
  // Choices made before the scripts loaded count too. Until then, the browser must not restore the choices of an earlier visit.
  const early = useRef((form: HTMLFormElement) => {
    if (form.querySelector('input:checked:not([checked]), input[checked]:not(:checked)')) apply(form)
  })
  useEffect(() => {
    if (form.current) early.current(form.current)
  }, [])
  return (
    <form
      ref={form}
      autoComplete="off"
      action={path}
      onChange={({ target, currentTarget }) => {
        if ((target as Element).closest('[data-later]') !== null) return
        // The tick is painted first: applying it renders the whole listing again.
        if (target instanceof HTMLInputElement && target.type === 'checkbox') afterPaint(() => apply(currentTarget))
        else apply(currentTarget)
      }}
      onSubmit={(event) => {
        event.preventDefault()
        apply(event.currentTarget)
      }}
    >
      {filters.list ? <input type="hidden" name="view" value="list" /> : null}
      {filters.query === '' ? null : <input type="hidden" name="q" value={filters.query} />}
      <input type="hidden" name="sort" value={filters.sort} disabled={filters.sort === 'created_at'} />
      {withCategories ? (
        <Group title={say.category}>
          {categories.map((node) => (
            <CategoryOption key={node.id} node={node} filters={filters} counts={facets.category} atLeast={atLeast} />
          ))}
        </Group>
      ) : null}
      <Group title={say.price}>
        <PriceRange min={filters.min} max={filters.max} onCommit={apply} />
      </Group>
      <Group title={say.stock}>
        {stockChoices.map(({ value, label }) => (
          <Option key={value} name="stock" value={value} label={label} count={facets.stock[value]} atLeast={atLeast} checked={filters.stock.includes(value)} />
        ))}
      </Group>
      <Group title={say.minimumOrder}>
        <Option type="radio" name="moq" value="" label={say.any} count={sum(facets.moq)} atLeast={atLeast} checked={filters.moq === null} />
        {moqChoices.map(({ value, label }) => (
          <Option
            key={value}
            type="radio"
            name="moq"
            value={String(value)}
            label={label}
            count={sum(facets.moq, value)}
            atLeast={atLeast}
            checked={filters.moq === value}
          />
        ))}
      </Group>
      <ValueGroup title={say.brand} name="brand" counts={facets.brand} atLeast={atLeast} chosen={filters.brand} open />
      <ValueGroup title={say.countryOfOrigin} name="country" counts={facets.country} atLeast={atLeast} chosen={filters.country} />
      <noscript>
        <label className="select w-full pt-4">
          <span className="text-sm text-ink-2">{say.sortBy}</span>
          <select name="sort" defaultValue={filters.sort}>
            {sorts.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className={buttonClass({ variant: 'primary', wide: true, className: 'mt-4' })}>
          {say.showProducts}
        </button>
      </noscript>
    </form>
  )
}

function Group({ title, open = true, children }: { title: string; open?: boolean; children: React.ReactNode }) {
  return (
    <details open={open}>
      <summary>
        {title}
        <Icon name="down" size={20} className="fold-sign" />
      </summary>
      <fieldset>
        <legend className="sr-only">{title}</legend>
        {children}
      </fieldset>
    </details>
  )
}

type OptionProps = { type?: 'checkbox' | 'radio'; name: string; value: string; label: string; count: number | undefined; atLeast: boolean; checked: boolean }

/**
 * A value without products cannot be chosen; a chosen one can always be removed. `count` undefined: no product has it. `atLeast`: there may be more
 * than `count`, so none that was counted says nothing.
 */
function Option({ type = 'checkbox', name, value, label, count, atLeast, checked }: OptionProps) {
  const empty = (count === undefined || (count === 0 && !atLeast)) && !checked
  // Its own tick, shown at once; the address has it a frame later.
  const [ticked, setTicked] = useState(checked)
  const [applied, setApplied] = useState(checked)
  if (applied !== checked) {
    setApplied(checked)
    setTicked(checked)
  }
  return (
    <label className="opt" data-empty={empty || undefined}>
      <input
        type={type}
        name={name}
        value={value}
        checked={type === 'checkbox' ? ticked : checked}
        disabled={empty}
        onChange={(event) => setTicked(event.currentTarget.checked)}
      />
      {label}
      <span className="num">{atLeast && count === 0 ? null : say.counted(count ?? 0, atLeast && count !== undefined)}</span>
    </label>
  )
}

function CategoryOption({ node, filters, counts, atLeast }: { node: MenuCategory; filters: Filters; counts: Record<string, number>; atLeast: boolean }) {
  const checked = filters.category.includes(node.slug)
  const below = node.subcategories.filter((child) => has(within(child, counts), atLeast) || filters.category.includes(child.slug))
  const unfold = checked || below.some((child) => filters.category.includes(child.slug))
  return (
    <>
      <Option name="category" value={node.slug} label={node.name} count={within(node, counts)} atLeast={atLeast} checked={checked} />
      {unfold && below.length > 0 ? (
        <div className="ml-[9px] border-l border-line pl-[19px]">
          {below.map((child) => (
            <Option
              key={child.id}
              name="category"
              value={child.slug}
              label={child.name}
              count={within(child, counts)}
              atLeast={atLeast}
              checked={filters.category.includes(child.slug)}
            />
          ))}
        </div>
      ) : null}
    </>
  )
}

function ValueGroup({
  title,
  name,
  counts,
  atLeast,
  chosen,
  open = false,
}: {
  title: string
  name: string
  counts: Record<string, number>
  atLeast: boolean
  chosen: string[]
  open?: boolean
}) {
  const [all, setAll] = useState(false)
  const id = useId()
  const values = [...new Set([...chosen, ...Object.keys(counts)])].sort((a, b) => a.localeCompare(b, 'en'))
  if (values.length === 0) return null
  // The frequent values are visible first, in alphabetical order; a chosen one is never hidden.
  const frequent = new Set([...values].sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0)).slice(0, BRANDS_FIRST))
  const hidden = values.filter((value) => !frequent.has(value) && !chosen.includes(value)).length
  return (
    <Group title={title} open={open || chosen.length > 0}>
      <div id={id}>
        {values.map((value) => (
          <div key={value} hidden={!all && !frequent.has(value) && !chosen.includes(value)}>
            <Option name={name} value={value} label={value} count={counts[value]} atLeast={atLeast} checked={chosen.includes(value)} />
          </div>
        ))}
      </div>
      {hidden > 0 ? (
        <button type="button" aria-expanded={all} aria-controls={id} onClick={() => setAll(!all)} className="link py-2 text-sm">
          {all ? say.showFewer : say.showMore(hidden)}
        </button>
      ) : null}
    </Group>
  )
}

/** Whether there may be products. */
const has = (count: number | undefined, atLeast: boolean): boolean => count !== undefined && (count > 0 || atLeast)

/** Undefined: none of these counts. */
const added = (counts: readonly (number | undefined)[]): number | undefined =>
  counts.reduce((total, count) => (count === undefined ? total : (total ?? 0) + count), undefined)

const within = (node: MenuCategory, counts: Record<string, number>): number | undefined => added(idsWithin(node).map((id) => counts[id]))

/** Counts the products whose minimum order is at most `most`. */
function sum(counts: Record<string, number>, most = Infinity): number | undefined {
  return added(Object.entries(counts).map(([minimum, count]) => (Number(minimum) <= most ? count : undefined)))
}
