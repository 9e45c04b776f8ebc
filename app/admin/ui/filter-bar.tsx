import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { groupIndian } from '#domain/money/money.ts'
import * as say from '#words/admin-list.ts'
import * as shellWords from '#words/admin-shell.ts'
import { Icon } from '../../ui/pictures/icon.tsx'
import { KeyCaps } from '../shell/key-caps.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { AdminIcon } from './admin-icon.tsx'
import { readList, withFilter, withSearch, withoutFilters } from './list-url.ts'
import type { Filter } from './list-url.ts'
import { Menu } from './menu.tsx'

type FilterBarProps = {
  /** the label of the search box, which says what it searches */
  search?: string
  filters?: readonly Filter[]
  /** further filters, such as a range of days: their names in the address, their own controls and chips */
  more?: { names: readonly string[]; controls: ReactNode }
  /** at the right end: counts, exports */
  end?: ReactNode
}

/** The pause in typing before the list updates, in ms. */
const PAUSE_MS = 250

/** Search (`/`), filters with multiple values, and the applied ones as chips; all of it in the address. */
export function FilterBar({ search, filters = [], more, end }: FilterBarProps) {
  const [params, setParams] = useSearchParams()
  const state = readList(params, filters, [])
  const applied = filters.flatMap((filter) => (state.filters[filter.name] ?? []).map((value) => ({ filter, value })))
  const set = (next: URLSearchParams) => setParams(next, { replace: true })
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      {search === undefined ? null : <SearchBox label={search} value={state.search} onSearch={(text) => set(withSearch(params, text))} />}
      {filters.map((filter) => (
        <FilterMenu
          key={filter.name}
          filter={filter}
          values={state.filters[filter.name] ?? []}
          onChange={(values) => set(withFilter(params, filter.name, values))}
        />
      ))}
      {more?.controls}
      {applied.map(({ filter, value }) => {
        const name = filter.options.find((option) => option.value === value)?.label ?? value
        return (
          <span key={`${filter.name}.${value}`} className="inline-flex min-h-8 items-center gap-1 rounded-full border border-line bg-well pl-3 touch:min-h-11">
            {name}
            <button
              type="button"
              aria-label={say.removeFilter(`${filter.label}: ${name}`)}
              onClick={() =>
                set(
                  withFilter(
                    params,
                    filter.name,
                    (state.filters[filter.name] ?? []).filter((other) => other !== value),
                  ),
                )
              }
              className="grid size-7 place-items-center rounded-full hover:bg-hover touch:size-11"
            >
              <Icon name="close" size={14} />
            </button>
          </span>
        )
      })}
      {applied.length > 0 || state.search !== '' || more?.names.some((name) => params.has(name)) === true ? (
        <button type="button" className="ctl ctl-quiet text-plum-600!" onClick={() => set(withoutFilters(params, filters, more?.names))}>
          {say.clearAll}
        </button>
      ) : null}
      {end === undefined ? null : <div className="ml-auto flex flex-wrap items-center gap-2">{end}</div>}
    </div>
  )
}

function SearchBox({ label, value, onSearch }: { label: string; value: string; onSearch: (text: string) => void }) {
  const box = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const [committed, setCommitted] = useState(value)
  // Back, a saved view or 'Clear all' changed the address: the box follows it, but not the changes it made itself.
  if (value !== committed) {
    setCommitted(value)
    setText(value)
  }
  useEffect(() => {
    if (text.trim() === committed) return undefined
    const clock = setTimeout(() => {
      setCommitted(text.trim())
      onSearch(text)
    }, PAUSE_MS)
    return () => clearTimeout(clock)
    // oxlint-disable-next-line react/exhaustive-deps -- a new function each render is not a new search
  }, [text, committed])
  useShortcuts([{ keys: '/', label: shellWords.focusSearch, group: shellWords.inLists, run: () => box.current?.select() }])
  return (
    <search className="relative flex min-w-[220px] flex-1 items-center md:max-w-[320px]">
      <Icon name="search" size={15} className="pointer-events-none absolute left-[10px] text-ink-2" />
      <input
        ref={box}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="box w-full pr-9 pl-8 [&::-webkit-search-cancel-button]:hidden"
      />
      <span aria-hidden="true" className="pointer-events-none absolute right-2 max-md:hidden">
        <KeyCaps keys="/" />
      </span>
    </search>
  )
}

/** From this many values on they are searchable, and at most this many are shown. */
const SEARCHED_FROM = 12
const SHOWN = 60

function FilterMenu({ filter, values, onChange }: { filter: Filter; values: readonly string[]; onChange: (values: string[]) => void }) {
  const [text, setText] = useState('')
  // A checkbox changes at once, and the next click builds on it: the address follows a moment later.
  const [ticked, setTicked] = useState(values)
  const [committed, setCommitted] = useState(values.join())
  if (values.join() !== committed) {
    setCommitted(values.join())
    setTicked(values)
  }
  function tick(value: string, on: boolean) {
    const next = on ? [...ticked, value] : ticked.filter((other) => other !== value)
    setTicked(next)
    onChange(next)
  }
  const wanted = text.trim().toLowerCase()
  const fitting = filter.options.filter(({ label }) => label.toLowerCase().includes(wanted))
  // Chosen values come first, so that one can be removed without scrolling through two hundred brands.
  const options =
    filter.options.length <= SEARCHED_FROM ? fitting : fitting.toSorted((a, b) => Number(values.includes(b.value)) - Number(values.includes(a.value)))
  return (
    <Menu
      label={filter.label}
      side="left"
      className="ctl"
      button={
        <>
          <AdminIcon name="filter" size={14} /> {filter.label}
        </>
      }
    >
      <fieldset className="grid min-w-[180px] gap-1 p-2">
        <legend className="sr-only">{filter.label}</legend>
        {filter.options.length > SEARCHED_FROM ? (
          <input
            type="search"
            aria-label={say.findValue(filter.label)}
            placeholder={say.findValue(filter.label)}
            className="box mb-1 w-full"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        ) : null}
        {options.slice(0, SHOWN).map((option) => (
          <label key={option.value} className="flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 hover:bg-hover touch:min-h-11">
            <input type="checkbox" className="tick" checked={ticked.includes(option.value)} onChange={(event) => tick(option.value, event.target.checked)} />
            {option.label}
            {option.count === undefined ? null : <span className="ml-auto pl-3 text-ink-2">{groupIndian(String(option.count))}</span>}
          </label>
        ))}
        {options.length > SHOWN ? <p className="px-2 py-1 text-ink-2">{say.moreValues(options.length - SHOWN)}</p> : null}
        {options.length === 0 ? <p className="px-2 py-1 text-ink-2">{say.noValue}</p> : null}
      </fieldset>
    </Menu>
  )
}
