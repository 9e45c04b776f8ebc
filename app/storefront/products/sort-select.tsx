import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import * as say from '#words/products.tsx'
import { type Filters, filtersPath, sorts } from './filters.ts'

/** Without scripts, the sort order is chosen in the filter form, which contains this select as well. */
export function SortSelect({ filters, path, labelled = false }: { filters: Filters; path: string; labelled?: boolean }) {
  const navigate = useNavigate()
  const select = useRef<HTMLSelectElement>(null)
  const choose = (chosen: string) => {
    const sort = sorts.find(({ value }) => value === chosen)?.value
    if (sort && sort !== filters.sort) void navigate(filtersPath({ ...filters, sort, page: 1 }, path), { preventScrollReset: true, flushSync: true })
  }
  // A choice made before the scripts loaded counts too. Until then, the browser must not restore the choice of an earlier visit.
  const early = useRef(choose)
  useEffect(() => {
    if (select.current) early.current(select.current.value)
  }, [])
  return (
    <label data-labelled={labelled || undefined} className={`select ${labelled ? 'max-lg:hidden' : 'w-full'}`}>
      <span className={labelled ? 'text-sm text-ink-2' : 'sr-only'}>{say.sortBy}</span>
      <select ref={select} autoComplete="off" value={filters.sort} onChange={(event) => choose(event.target.value)}>
        {sorts.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
