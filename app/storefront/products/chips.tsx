import { Link } from 'react-router'
import * as say from '#words/products.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import { type chipsOf, filtersPath } from './filters.ts'

/** The chosen filters, each of which removes itself. */
export function Chips({ chips, path, clear }: { chips: ReturnType<typeof chipsOf>; path: string; clear: string }) {
  if (chips.length === 0) return <div className="h-6" />
  return (
    <ul
      aria-label={say.chosenFilters}
      className="no-bar flex items-center gap-2 pt-[14px] pb-[22px] max-md:-mx-5 max-md:overflow-x-auto max-md:px-5 md:flex-wrap"
    >
      {chips.map((chip) => (
        <li key={chip.label} className="flex-none">
          <Link
            to={filtersPath(chip.without, path)}
            preventScrollReset
            aria-label={say.remove(chip.label)}
            className="num inline-flex min-h-9 items-center gap-[6px] rounded-full border border-plum-100 bg-plum-50 pr-2 pl-[14px] text-sm font-medium text-plum-700 hover:border-plum-500"
          >
            {chip.label}
            <Icon name="close" size={16} />
          </Link>
        </li>
      ))}
      <li className="flex-none">
        <Link to={clear} preventScrollReset className="link ml-[6px] inline-block py-2 text-sm">
          {say.clearAll}
        </Link>
      </li>
    </ul>
  )
}
