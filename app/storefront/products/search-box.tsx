import { useState } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { type Filters, filtersPath } from './filters.ts'

/** A GET form: works without scripts, keeps the chosen filters, and the query stays in the box. */
export function SearchBox({ filters }: { filters: Filters }) {
  const [typed, setTyped] = useState(filters.query)
  const scripted = useHydrated()
  const navigation = useNavigation()
  const searching = navigation.state !== 'idle' && new URLSearchParams(navigation.location.search).get('q') === typed.trim() && typed.trim() !== filters.query
  return (
    <search>
    <Form action="/products" className="search">
      {filters.category.map((value) => <input key={value} type="hidden" name="category" value={value} />)}
      <label htmlFor="q" className="grid place-items-center pl-[14px] text-ink-2"><Icon name="search" size={20} /><span className="sr-only">Search products</span></label>
      <input
        id="q"
        name="q"
        type="search"
        required
        pattern=".*\S.*"
        title="Type what you are looking for"
        maxLength={100}
        enterKeyHint="search"
        autoComplete="off"
        placeholder="Lipstick, serum, hair oil"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {filters.query === '' ? null : <Link to={filtersPath({ ...filters, query: '', page: 1 })} className="grid place-items-center px-3 text-sm text-ink-2 hover:text-plum-600">Clear</Link>}
      {/* Disabled when blank as specified; not before scripts run, where it must still work and only looks so. */}
      <button type="submit" disabled={(scripted && typed.trim() === '') || searching} className={buttonClass({ variant: 'primary', className: 'search-go' })}>
        {searching ? 'Searching…' : 'Search'}
      </button>
    </Form>
    </search>
  )
}
