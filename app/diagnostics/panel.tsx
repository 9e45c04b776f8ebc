import { useRef, useState, useSyncExternalStore } from 'react'
import * as say from '#words/diagnostics.ts'
import { Button } from '../ui/button.tsx'
import { EntryList } from './entry-list.tsx'
import { LEVELS, clearLog, findEntries, logStore } from './log.ts'
import type { LogLevel } from './log.ts'
import { Tests } from './tests.tsx'
import { VisitFacts } from './visit-facts.tsx'

const box = 'min-h-[44px] w-full rounded-sm border-[1.5px] border-control bg-surface px-3 text-md text-ink'

/**
 * The panel of a diagnosed visit: at the bottom of the screen, where it does not cover the shop or take the focus from its dialogs, so
 * that the user can repeat what fails while it watches.
 */
export function Panel({ onTurnOff }: { onTurnOff: () => void }) {
  const entries = useSyncExternalStore(logStore.subscribe, logStore.read)
  const [open, setOpen] = useState(true)
  const [least, setLeast] = useState<LogLevel>('debug')
  const [text, setText] = useState('')
  const opener = useRef<HTMLButtonElement>(null)
  const found = findEntries(entries, least, text)
  const errors = entries.filter(({ level }) => level === 'error').length

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape folds it from anywhere inside; the button in its head does the same
    <section
      aria-label={say.diagnostics}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        setOpen(false)
        opener.current?.focus()
      }}
      className="fixed inset-x-0 bottom-0 z-40 flex max-h-[min(62dvh,560px)] flex-col border-t-2 border-plum-600 bg-ground text-md text-ink shadow-2 data-[closed]:inset-x-auto data-[closed]:bottom-[72px] data-[closed]:left-3 data-[closed]:rounded-sm data-[closed]:border-2 md:data-[closed]:bottom-3"
      data-closed={open ? undefined : ''}
    >
      <header className="flex flex-none items-center gap-2 px-3 py-1 md:px-5">
        <h2 className="flex-1 font-text text-lg font-semibold">
          <button
            ref={opener}
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="flex min-h-[44px] w-full cursor-pointer items-center gap-2 text-left"
          >
            <span aria-hidden="true">{open ? '▾' : '▴'}</span> {say.diagnostics}
            <span className="num text-sm font-normal text-ink-2">{say.counts(entries.length, errors)}</span>
          </button>
        </h2>
        {open ? (
          <Button variant="quiet" size="card" onClick={onTurnOff}>
            {say.turnOff}
          </Button>
        ) : null}
      </header>
      {open ? (
        <div className="grid gap-4 overflow-y-auto overscroll-contain px-3 pb-4 md:px-5 lg:grid-cols-[minmax(280px,1fr)_2.4fr]">
          <div className="grid content-start gap-4">
            <VisitFacts />
            <Tests entries={entries} />
          </div>
          <div className="grid min-w-0 content-start gap-3">
            <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-end gap-2">
              <label className="grid gap-1 text-sm">
                {say.level}
                <select value={least} onChange={(event) => setLeast(event.target.value as LogLevel)} className={box}>
                  {LEVELS.map((level) => (
                    <option key={level} value={level}>
                      {say.levels[level]}
                    </option>
                  ))}
                </select>
              </label>
              <label className="grid gap-1 text-sm">
                {say.filter}
                <input type="search" value={text} onChange={(event) => setText(event.target.value)} className={box} autoComplete="off" />
              </label>
              <Button size="card" onClick={clearLog}>
                {say.clear}
              </Button>
            </div>
            <EntryList found={found} all={entries.length} />
          </div>
        </div>
      ) : null}
    </section>
  )
}
