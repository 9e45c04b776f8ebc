import { Link } from 'react-router'
import * as say from '#words/products.tsx'
import { rememberView } from '../../navigation/remembered-view.ts'
import { Drawing } from '../../ui/pictures/icon.tsx'
import { type Filters, filtersPath } from './filters.ts'

/** Pictures or list, as two links. The choice is remembered on this device. */
export function ViewSwitch({ filters }: { filters: Filters }) {
  return (
    <nav aria-label={say.view} className="views">
      {[false, true].map((list) => (
        <Link
          key={say.view + String(list)}
          to={filtersPath({ ...filters, list, page: 1, show: 0 })}
          aria-label={list ? say.asList : say.asPictures}
          aria-current={list === filters.list || undefined}
          onClick={() => rememberView(list)}
        >
          <Drawing size={20}>
            <path d={list ? 'M4 6h16M4 12h16M4 18h16' : 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z'} />
          </Drawing>
        </Link>
      ))}
    </nav>
  )
}
