import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import * as say from '#words/admin-palette.ts'
import * as shellWords from '#words/admin-shell.ts'
import { SEARCH_FROM, searchEverything } from '../../data/admin/search.ts'
import { Icon } from '../../ui/pictures/icon.tsx'
import { useMay } from '../access.ts'
import { KeyCaps } from '../shell/key-caps.tsx'
import { THEMES, chooseTheme } from '../shell/theme.ts'
import { fits, foundEntries, grouped, moved, screenEntries } from './entries.ts'
import type { Entry } from './entries.ts'
import { PaletteOption } from './palette-option.tsx'

/** The pause in typing before a search, in ms. */
const PAUSE_MS = 120

type PaletteProps = { onClose: () => void; onKeys: () => void; onLeave: () => void }

/** ⌘K: a combobox over everything. Focus stays in the box; the arrows choose, Enter opens (WAI-ARIA combobox with a list). */
export default function Palette({ onClose, onKeys, onLeave }: PaletteProps) {
  const navigate = useNavigate()
  const may = useMay()
  const dialog = useRef<HTMLDialogElement>(null)
  const listId = useId()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(0)
  const asked = usePaused(query.trim(), PAUSE_MS)
  const found = useQuery({
    queryKey: ['admin-search', asked],
    queryFn: () => searchEverything(asked),
    enabled: asked.length >= SEARCH_FROM,
    placeholderData: keepPreviousData,
  })

  useEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
  }, [])

  const commands: Entry[] = [
    ...THEMES.map((theme) => ({
      id: `theme-${theme}`,
      group: 'command' as const,
      title: say.themeOf(shellWords.themes[theme]),
      icon: theme,
      run: () => chooseTheme(theme),
    })),
    { id: 'keys', group: 'command', title: say.keyboardHelp, icon: 'keyboard', keys: '?', run: onKeys },
    { id: 'store', group: 'command', title: say.viewStore, icon: 'store', to: '/' },
    { id: 'leave', group: 'command', title: say.signOut, icon: 'leave', run: onLeave },
  ]
  const wanted = query.trim()
  const rows = wanted.length >= SEARCH_FROM ? foundEntries(found.data ?? []) : []
  const parts = grouped([...screenEntries(wanted, may), ...rows, ...commands.filter(({ title }) => wanted !== '' && fits(wanted, title))])
  const entries = parts.flatMap((part) => part.entries)
  const current = entries[Math.min(chosen, entries.length - 1)]
  const searching = wanted.length >= SEARCH_FROM && (found.isFetching || asked !== wanted)

  function open(entry: Entry) {
    onClose()
    if (entry.to !== undefined) void navigate(entry.to)
    else entry.run?.()
  }

  function onKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setChosen(moved(Math.min(chosen, entries.length - 1), step, entries.length))
    else if (event.key === 'Enter' && current) open(current)
    else return
    event.preventDefault()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the backdrop press has Escape as its key
    <dialog
      ref={dialog}
      aria-label={say.name}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
      className="admin mx-auto mt-[max(24px,10vh)] mb-auto w-[min(640px,calc(100vw-24px))] overflow-hidden rounded-md border border-line bg-raised p-0 text-ink shadow-float"
    >
      <div className="flex h-[52px] items-center gap-[10px] border-b border-line px-4">
        <Icon name="search" size={18} className="text-ink-2" />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog that is nothing but a search box
          autoFocus
          role="combobox"
          aria-label={say.label}
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={current ? `${listId}-${current.id}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={say.placeholder}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setChosen(0)
          }}
          onKeyDown={onKey}
          className="min-w-0 flex-1 bg-transparent text-base outline-none"
        />
        <button type="button" onClick={onClose} aria-label={say.leave} className="rounded-sm p-1">
          <KeyCaps keys="Escape" />
        </button>
      </div>
      <div id={listId} role="listbox" aria-label={say.name} className="max-h-[min(56vh,520px)] overflow-y-auto py-2">
        {parts.map((part) => (
          <div key={part.group} role="group" aria-label={say.groups[part.group]}>
            <p aria-hidden="true" className="px-4 pt-2 pb-1 text-xs font-medium text-ink-2">
              {say.groups[part.group]}
            </p>
            {part.entries.map((entry) => (
              <PaletteOption
                key={entry.id}
                id={`${listId}-${entry.id}`}
                entry={entry}
                query={wanted}
                chosen={entry === current}
                onChoose={() => setChosen(entries.indexOf(entry))}
                onOpen={() => open(entry)}
              />
            ))}
          </div>
        ))}
      </div>
      <p aria-live="polite" className={entries.length === 0 || found.isError ? 'px-4 pb-4 text-center text-ink-2' : 'sr-only'}>
        {found.isError && wanted.length >= SEARCH_FROM
          ? say.failed
          : searching
            ? say.searching
            : entries.length === 0
              ? say.nothing(wanted)
              : wanted === ''
                ? ''
                : say.found(entries.length)}
      </p>
      <div className="hidden gap-4 border-t border-line bg-well px-4 py-2 text-xs text-ink-2 md:flex">
        <span className="flex items-center gap-1">
          <KeyCaps keys="ArrowUp" />
          <KeyCaps keys="ArrowDown" /> {say.choose}
        </span>
        <span className="flex items-center gap-1">
          <KeyCaps keys="Enter" /> {say.open}
        </span>
        <span className="flex items-center gap-1">
          <KeyCaps keys="Escape" /> {say.leave}
        </span>
      </div>
    </dialog>
  )
}

/** The value once it has not changed for `ms`. */
function usePaused(value: string, ms: number): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const clock = setTimeout(() => setRested(value), ms)
    return () => clearTimeout(clock)
  }, [value, ms])
  return rested
}
