import { useNavigate } from 'react-router'
import * as say from '#words/products.tsx'
import { type Filters, filtersPath, sorts } from './filters.ts'

/** Without scripts the order is chosen in the filter form; the select stands there again. */
export function SortSelect({ filters, path, labelled = false }: { filters: Filters; path: string; labelled?: boolean }) {
  const navigate = useNavigate()
  return (
    <label data-labelled={labelled || undefined} className={`select ${labelled ? 'max-lg:hidden' : 'w-full'}`}>
      <span className={labelled ? 'text-sm text-ink-2' : 'sr-only'}>{say.sortBy}</span>
      <select
        value={filters.sort}
        onChange={(event) => {
          const sort = sorts.find(({ value }) => value === event.target.value)?.value
          if (sort) void navigate(filtersPath({ ...filters, sort, page: 1 }, path), { preventScrollReset: true, flushSync: true })
        }}
      >
        {sorts.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
