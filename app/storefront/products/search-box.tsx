import { useId, useRef, useState } from 'react'
import { Form, Link, useNavigate, useNavigation } from 'react-router'
import { productPath } from '#domain/text/slug.ts'
import * as say from '#words/products.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { type Filters, filtersPath } from './filters.ts'
import { useSuggestions } from './use-suggestions.ts'

/**
 * A GET form: it works without scripts, keeps the chosen category, and the query stays in the field. With scripts it is a combobox (ARIA 1.2): arrows move
 * through the suggestions, Enter opens one, Escape closes the list and keeps the text.
 */
export function SearchBox({ filters }: { filters: Filters }) {
  const [typed, setTyped] = useState(filters.query)
  const [active, setActive] = useState(-1)
  const [open, setOpen] = useState(false)
  const scripted = useHydrated()
  const navigation = useNavigation()
  const navigate = useNavigate()
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const answer = useSuggestions(open ? typed : '')
  const suggestions = answer ?? []
  const shown = open && suggestions.length > 0
  const words = typed.trim()
  const searching = navigation.state !== 'idle' && new URLSearchParams(navigation.location.search).get('q') === words && words !== filters.query

  const onKeyDown = (event: React.KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && shown) {
      event.preventDefault()
      setOpen(false)
    }
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && shown) {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      // One position more than there are suggestions: the text field itself.
      setActive(((active + 1 + step + suggestions.length + 1) % (suggestions.length + 1)) - 1)
    }
    const chosen = suggestions[active]
    if (event.key === 'Enter' && shown && chosen) {
      event.preventDefault()
      setOpen(false)
      void navigate(productPath(chosen))
    }
  }

  return (
    <search>
      <Form action="/products" onSubmit={() => setOpen(false)}>
        {filters.category.map((value) => (
          <input key={value} type="hidden" name="category" value={value} />
        ))}
        <div
          ref={box}
          className="search"
          onBlur={(event) => {
            if (!box.current?.contains(event.relatedTarget)) setOpen(false)
          }}
        >
          <label htmlFor="q" className="grid place-items-center pl-[14px] text-ink-2">
            <Icon name="search" size={20} />
            <span className="sr-only">{say.searchProducts}</span>
          </label>
          <input
            id="q"
            name="q"
            type="search"
            required
            pattern=".*\S.*"
            title={say.typeSomething}
            maxLength={100}
            enterKeyHint="search"
            autoComplete="off"
            placeholder={say.searchExample}
            // Without scripts there are no suggestions, and it is an ordinary search field.
            role={scripted ? 'combobox' : undefined}
            aria-expanded={scripted ? shown : undefined}
            aria-controls={shown ? listId : undefined}
            aria-autocomplete={scripted ? 'list' : undefined}
            aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setActive(-1)
              setOpen(true)
            }}
            onKeyDown={onKeyDown}
          />
          {filters.query === '' ? null : (
            <Link to={filtersPath({ ...filters, query: '', page: 1 })} className="grid place-items-center px-3 text-sm text-ink-2 hover:text-plum-600">
              {say.clear}
            </Link>
          )}
          {/* Rendered from the start: screen readers do not announce a live region that appears together with its text. */}
          <output className="sr-only">{answer === null ? '' : say.suggestionCount(suggestions.length)}</output>
          {/* Disabled when blank, as specified. Before the scripts run it must still work, so it only looks disabled. */}
          <button type="submit" disabled={(scripted && words === '') || searching} className={buttonClass({ variant: 'primary', className: 'search-go' })}>
            {searching ? say.searching : say.search}
          </button>
          {shown ? (
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <datalist> shows neither pictures nor links
            <div id={listId} role="listbox" aria-label={say.suggestions} className="appear suggestions">
              {suggestions.map((product, place) => (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the combobox's
                <div
                  key={product.id}
                  id={`${listId}-${place}`}
                  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <option> holds no picture
                  role="option"
                  tabIndex={-1}
                  aria-selected={place === active}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => {
                    setOpen(false)
                    void navigate(productPath(product))
                  }}
                >
                  <span className="size-11 flex-none overflow-hidden rounded-xs">
                    <Picture src={product.image_url} alt="" thumbhash={product.image_thumbhash} width={44} height={44} sizes="44px" />
                  </span>
                  <span className="min-w-0">
                    <span className="block truncate font-medium">
                      <bdi>{product.name}</bdi>
                    </span>
                    {product.brand === null ? null : <span className="block font-display text-sm text-rose-600 italic">{product.brand}</span>}
                  </span>
                </div>
              ))}
            </div>
          ) : null}
        </div>
      </Form>
    </search>
  )
}
