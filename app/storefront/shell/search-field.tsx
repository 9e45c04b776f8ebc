import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Form, Link, useLocation, useNavigation } from 'react-router'
import * as say from '#words/shell.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/hooks/use-hydrated.ts'
import { untilLoaded } from '../../ui/first-action.ts'
import { Icon } from '../../ui/pictures/icon.tsx'
import type { Combobox } from '../search/combobox.ts'
import { slashIsOff } from '../search/slash-key.ts'
import { FOCUS_SEARCH, SEARCH_FIELD } from './navigation-signs.tsx'

// With the first focus.
const Panel = lazy(() => untilLoaded(() => import('../search/panel.tsx')))

/**
 * The shop's one search field, also that of /products. A GET form: it works without scripts, and on /products the query stays in the
 * field. With scripts it is a combobox whose popup is a grid (search/panel.tsx). Its icon leads to /products, as specified.
 */
export function SearchField() {
  const { pathname, search } = useLocation()
  const { state, location } = useNavigation()
  const params = new URLSearchParams(pathname === '/products' ? search : '')
  const query = (params.get('q') ?? '').trim()
  const list = params.get('view') === 'list'
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(query)
  const [used, setUsed] = useState<HTMLInputElement | null>(null)
  const [combobox, setCombobox] = useState<Combobox | null>(null)
  const scripted = useHydrated()
  useSlash(field)

  // What was typed before the scripts ran stays; a new address has its own words.
  const written = useRef(query)
  useEffect(() => {
    const input = field.current
    if (!input) return
    if (written.current !== query) input.value = query
    written.current = query
    setTyped(input.value)
    if (document.activeElement === input) setUsed(input)
  }, [query])

  const words = typed.trim()
  const searching = state !== 'idle' && words !== query && new URLSearchParams(location.search).get('q')?.trim() === words
  params.delete('q')
  params.delete('page')
  params.delete('show')
  const rest = params.toString()
  return (
    <search>
      <Form action="/products" onSubmit={() => submitted(field.current)}>
        {list ? <input type="hidden" name="view" value="list" /> : null}
        <div className="search">
          <Link to="/products" state={FOCUS_SEARCH} aria-label={say.searchProducts} onClick={() => field.current?.focus()} className="search-icon">
            <Icon name="search" size={20} />
          </Link>
          <input
            ref={field}
            id={SEARCH_FIELD}
            name="q"
            type="search"
            required
            pattern=".*\S.*"
            title={say.typeSomething}
            maxLength={100}
            enterKeyHint="search"
            autoComplete="off"
            aria-label={say.searchProducts}
            aria-keyshortcuts="/"
            placeholder={say.searchExample}
            // Without scripts there are no suggestions, and it is an ordinary search field.
            role={scripted ? 'combobox' : undefined}
            aria-expanded={scripted ? (combobox?.open ?? false) : undefined}
            aria-haspopup={scripted ? 'grid' : undefined}
            aria-autocomplete={scripted ? 'list' : undefined}
            aria-controls={combobox?.open ? combobox.id : undefined}
            aria-activedescendant={combobox?.active}
            defaultValue={query}
            onInput={(event) => setTyped(event.currentTarget.value)}
            onFocus={(event) => setUsed(event.currentTarget)}
          />
          {query === '' ? null : (
            <Link to={rest === '' ? '/products' : `/products?${rest}`} className="search-clear">
              {say.clear}
            </Link>
          )}
          {/* Rendered from the start: screen readers do not announce a live region that appears together with its text. */}
          <output className="sr-only">{combobox?.said}</output>
          {/* Disabled when blank, as specified. Before the scripts run it must still work, so it only looks disabled. */}
          <button
            type="submit"
            disabled={(scripted && words === '') || searching}
            title={words === '' ? say.typeSomething : undefined}
            className={buttonClass({ variant: 'primary', className: 'search-go' })}
          >
            {searching ? say.searching : say.search}
          </button>
          {used ? (
            <Suspense>
              <Panel field={used} list={list} onChange={setCombobox} />
            </Suspense>
          ) : null}
        </div>
      </Form>
    </search>
  )
}

/** The search is remembered on the device, and the keyboard of a phone makes room for the results. */
function submitted(input: HTMLInputElement | null): void {
  if (!input) return
  const typed = input.value
  void import('../search/recent-searches.ts').then(({ rememberSearch }) => rememberSearch(typed)).catch(() => undefined)
  if (matchMedia('(pointer: coarse)').matches) input.blur()
}

/** The key / leads to the field, unless something is being typed or a dialog is open. */
function useSlash(field: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event
      if (key !== '/' || ctrlKey || metaKey || altKey || event.defaultPrevented || document.querySelector('dialog[open]') || slashIsOff()) return
      if (target instanceof HTMLElement && target.matches(':read-write,select')) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [field])
}
