import type { HomePlace } from '#domain/shop/home.ts'
import * as say from '#words/admin-home.ts'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { moved } from './home-draft.ts'

/** Which sections the home page has, in which order. */
export function SectionList({ places, onChange }: { places: readonly HomePlace[]; onChange: (places: HomePlace[]) => void }) {
  return (
    <ol className="grid">
      {places.map(({ name, shown }, at) => (
        <li key={name} className="flex items-center gap-2 border-b border-line last:border-0">
          <label className="flex min-h-9 touch:min-h-11 min-w-0 flex-1 items-center gap-3">
            <input
              type="checkbox"
              checked={shown}
              onChange={(event) => onChange(places.map((place) => (place.name === name ? { name, shown: event.target.checked } : place)))}
              className="size-5 accent-plum-600"
            />
            {say.names[name]}
          </label>
          {([-1, 1] as const).map((by) => (
            <button
              key={by}
              type="button"
              aria-label={by < 0 ? say.moveUp(say.names[name]) : say.moveDown(say.names[name])}
              disabled={places[at + by] === undefined}
              onClick={() => onChange(moved(places, at, by))}
              className="ctl ctl-quiet ctl-square"
            >
              <Icon name="back" size={18} className={by < 0 ? 'rotate-90' : '-rotate-90'} />
            </button>
          ))}
        </li>
      ))}
    </ol>
  )
}
