import { useEffect, useId, useRef, useState } from 'react'
import * as say from '#words/search.ts'
import { flat } from '../../data/shop/categories.ts'
import { useOffline } from '../../data/api/use-offline.ts'
import { useRoot } from '../shell/use-root.ts'
import type { Combobox } from './combobox.ts'
import { matchingCategories } from './matching-categories.ts'
import { forgetSearches, LONGEST_SEARCH, recentSearches, rememberSearch } from './recent-searches.ts'
import { ProductCells } from './product-cells.tsx'
import { Cell, Message, RowGroup, RowLink, SkeletonRows } from './rows.tsx'
import { slashIsOff, turnSlash } from './slash-key.ts'
import { useAnswer } from './use-answer.ts'

type PanelProps = { field: HTMLInputElement; list: boolean; onChange: (state: Combobox) => void }
/** A row and a cell of the grid. */
type Place = readonly [row: number, cell: number]

/**
 * The popup of the search field, a grid (ARIA 1.2, editable combobox with grid popup): the focus stays in the field, up and down move
 * through the rows, right reaches a product's Add, Enter presses what is chosen, Escape closes.
 */
export default function Panel({ field, list, onChange }: PanelProps) {
  const id = useId()
  const grid = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(field.value)
  const [shows, setShows] = useState(document.activeElement === field)
  const [place, setPlace] = useState<Place | null>(null)
  const [recent, setRecent] = useState(recentSearches)
  const [added, setAdded] = useState('')
  const [slashOff, setSlashOff] = useState(slashIsOff)
  const { categories } = useRoot()
  const offline = useOffline()

  const words = typed.trim().slice(0, LONGEST_SEARCH)
  const { wanted, answer, late, failed } = useAnswer(shows ? words : '')
  const products = answer?.products ?? []
  const matching = wanted ? matchingCategories(flat(categories), words) : []
  const searches = words === '' ? recent : []
  const nothing = answer !== null && answer.words === words && products.length === 0 && matching.length === 0
  const open = shows && (searches.length > 0 || (wanted && (answer !== null || late || failed || matching.length > 0)))
  const active = open && place ? cellId(id, place) : undefined
  const count = products.length + matching.length
  const said = !open ? '' : added || (failed ? say.failed : answer ? say.suggestionCount(count) : '')

  useEffect(() => onChange({ id, open, active, said }), [id, open, active, said, onChange])
  useEffect(() => () => onChange({ id, open: false, active: undefined, said: '' }), [id, onChange])

  const close = () => {
    setShows(false)
    setPlace(null)
    setAdded('')
  }
  const latest = useRef({ open, place, close })
  useEffect(() => {
    latest.current = { open, place, close }
  })

  useEffect(() => {
    const box = field.closest('search')
    const onInput = () => {
      setTyped(field.value)
      setPlace(null)
      setAdded('')
      setShows(true)
    }
    const onFocus = () => {
      setTyped(field.value)
      setRecent(recentSearches())
      setShows(true)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing) return
      const next = moved(event.key, latest.current.place, grid.current)
      if (event.key === 'ArrowDown' && !latest.current.open) setShows(true)
      else if (event.key === 'Escape' && latest.current.open) latest.current.close()
      else if (event.key === 'Enter' && latest.current.open && latest.current.place) pressed(id, latest.current.place)
      else if (next !== undefined && latest.current.open) setPlace(next)
      else return
      event.preventDefault()
    }
    const onSubmit = () => latest.current.close()
    const onLeave = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && grid.current?.contains(relatedTarget))) latest.current.close()
    }
    field.addEventListener('input', onInput)
    field.addEventListener('focus', onFocus)
    field.addEventListener('click', onFocus)
    field.addEventListener('keydown', onKey)
    field.addEventListener('blur', onLeave)
    box?.addEventListener('submit', onSubmit)
    return () => {
      field.removeEventListener('input', onInput)
      field.removeEventListener('focus', onFocus)
      field.removeEventListener('click', onFocus)
      field.removeEventListener('keydown', onKey)
      field.removeEventListener('blur', onLeave)
      box?.removeEventListener('submit', onSubmit)
    }
  }, [field, id])

  if (!open) return null
  const results = (query: string) => `/products?${new URLSearchParams([...(list ? [['view', 'list']] : []), ['q', query]]).toString()}`
  const to = (query: string) => ({ to: results(query), onClick: () => (rememberSearch(query), close()) })
  const at = (row: number, cell = 0) => ({ id: cellId(id, [row, cell]), chosen: place?.[0] === row && place[1] === cell })
  // The rows from top to bottom: searches with two buttons, products, categories, the way to all results.
  const firstCategory = products.length
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <datalist> shows neither pictures nor buttons
    <div
      ref={grid}
      id={id}
      role="grid"
      aria-label={say.suggestions}
      tabIndex={-1}
      className="appear suggestions"
      onMouseDown={(event) => event.preventDefault()}
    >
      {searches.length > 0 ? (
        <RowGroup title={say.recent}>
          {searches.map((query, row) => (
            <RowLink key={query} {...at(row)} icon="search" {...to(query)}>
              <bdi>{query}</bdi>
            </RowLink>
          ))}
          <div role="row">
            <Cell {...at(searches.length)}>
              <button type="button" tabIndex={-1} className="quiet" onClick={() => (forgetSearches(), setRecent([]), setPlace(null))}>
                {say.clearRecent}
              </button>
            </Cell>
          </div>
          <div role="row">
            <Cell {...at(searches.length + 1)}>
              <button type="button" tabIndex={-1} className="quiet" onClick={() => (turnSlash(!slashOff), setSlashOff(!slashOff))}>
                {slashOff ? say.turnSlashOn : say.turnSlashOff}
              </button>
            </Cell>
          </div>
        </RowGroup>
      ) : null}
      {products.length > 0 ? (
        <RowGroup title={say.products}>
          {products.map((product, row) => (
            <ProductCells
              key={product.id}
              product={product}
              open={at(row)}
              add={at(row, 1)}
              onOpen={close}
              onAdded={() => setAdded(say.addedProduct(product.name))}
            />
          ))}
        </RowGroup>
      ) : null}
      {matching.length > 0 ? (
        <RowGroup title={say.categories}>
          {matching.map(({ id: category, slug, name }, row) => (
            <RowLink key={category} {...at(firstCategory + row)} icon="forward" to={`/products?category=${slug}`} onClick={close}>
              <bdi>{name}</bdi>
            </RowLink>
          ))}
        </RowGroup>
      ) : null}
      {late ? <SkeletonRows /> : null}
      {nothing ? <Message>{say.nothing}</Message> : null}
      {failed ? <Message>{offline ? say.offline : say.failed}</Message> : null}
      {wanted && (answer !== null || failed) ? (
        <RowGroup>
          <RowLink {...at(firstCategory + matching.length)} icon="search" {...to(words)}>
            {answer?.words === words && answer.total > 0 ? say.seeAll(answer.total, answer.more) : say.searchFor(words)}
          </RowLink>
        </RowGroup>
      ) : null}
    </div>
  )
}

const cellId = (grid: string, [row, cell]: Place): string => `${grid}-${row}-${cell}`

/** What the choice presses: the link or button of its cell. */
function pressed(grid: string, place: Place): void {
  document.getElementById(cellId(grid, place))?.querySelector<HTMLElement>('a, button')?.click()
}

/** Where a key leads from here; null is the field itself, undefined: the key is the field's. */
function moved(key: string, place: Place | null, grid: HTMLElement | null): Place | null | undefined {
  const rows = [...(grid?.querySelectorAll('[role=row]') ?? [])].map((row) => row.querySelectorAll('[role=gridcell]').length)
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    // One position more than there are rows: the field.
    const to = (((place?.[0] ?? -1) + 1 + (key === 'ArrowDown' ? 1 : -1) + rows.length + 1) % (rows.length + 1)) - 1
    return to < 0 ? null : [to, Math.min(place?.[1] ?? 0, (rows[to] ?? 1) - 1)]
  }
  if (place === null || (key !== 'ArrowRight' && key !== 'ArrowLeft')) return undefined
  const last = (rows[place[0]] ?? 1) - 1
  return last === 0 ? undefined : [place[0], Math.min(last, Math.max(0, place[1] + (key === 'ArrowRight' ? 1 : -1)))]
}
