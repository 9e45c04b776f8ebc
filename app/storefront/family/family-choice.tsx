import { Link } from 'react-router'
import * as say from '#words/families.ts'
import type { ProductFamily } from '../../data/shop/families.ts'
import { STAY } from '../shell/navigation-signs.tsx'
import { Swatch } from './swatch.tsx'

/** On phones one line that scrolls, so that price and steps stay on the first screen; elsewhere with more values than this. */
const MANY = 24

/**
 * The shades and sizes of a product as links to the products that they are. The page stays as it is: scroll position, focus and
 * chosen quantity (docs/decisions/0065-families.md).
 */
export default function FamilyChoice({ choices, mixed }: Pick<ProductFamily, 'choices'> & { /** Their quantities count together. */ mixed: boolean }) {
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3 md:mt-5">
      {choices.map(({ option, values }) => (
        <nav key={option} aria-label={option}>
          <p className="mb-2 text-sm text-ink-2">
            {option}: <b className="font-semibold text-ink">{values.find(({ chosen }) => chosen)?.name}</b>
          </p>
          <ul
            ref={showChosen}
            className={`-m-1 max-md:no-bar flex gap-2 p-1 max-md:-mx-5 max-md:overflow-x-auto max-md:px-5 md:flex-wrap ${values.length > MANY ? 'md:max-h-[228px] md:overflow-y-auto' : ''}`}
          >
            {values.map((value) => (
              <li key={value.name} className="shrink-0">
                <Link
                  to={value.path}
                  replace
                  preventScrollReset
                  state={STAY}
                  aria-current={value.chosen ? 'page' : undefined}
                  className="flex min-h-11 items-center gap-2 rounded-md border border-control px-3 py-1 text-sm hover:border-plum-600 hover:bg-plum-50 aria-[current]:border-plum-600 aria-[current]:bg-plum-50 aria-[current]:font-semibold aria-[current]:text-plum-700"
                >
                  <Swatch {...value} size={22} />
                  <span>
                    <bdi>{value.name}</bdi>
                    {value.soldOut ? <small className="block text-xs font-normal text-ink-2">{say.outOfStock}</small> : null}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ))}
      {mixed ? <p className="text-sm text-ink-2">{say.countTogether(choices.map(({ option }) => option))}</p> : null}
    </div>
  )
}

/** The line begins with the chosen value in its middle. Only when it appears: what one presses afterwards is in sight. */
function showChosen(line: HTMLUListElement | null): void {
  const chosen = line?.querySelector('[aria-current]')?.getBoundingClientRect()
  if (!line || !chosen) return
  const { left, width } = line.getBoundingClientRect()
  line.scrollLeft += chosen.left + chosen.width / 2 - left - width / 2
}
