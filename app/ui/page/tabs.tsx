import { useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'

export type Tab<Id extends string> = { id: Id; label: ReactNode }
type TabsProps<Id extends string> = { tabs: readonly Tab<Id>[]; current: Id; onChange: (id: Id) => void; label: string; children: ReactNode }

/** A row of tabs above one panel; arrow keys, Home and End move between them. */
export function Tabs<Id extends string>({ tabs, current, onChange, label, children }: TabsProps<Id>) {
  const row = useRef<HTMLDivElement>(null)
  function move(event: KeyboardEvent) {
    const place = tabs.findIndex((tab) => tab.id === current)
    const last = tabs.length - 1
    const next = { ArrowRight: place === last ? 0 : place + 1, ArrowLeft: place === 0 ? last : place - 1, Home: 0, End: last }[event.key]
    const tab = next === undefined ? undefined : tabs[next]
    if (!tab) return
    event.preventDefault()
    onChange(tab.id)
    row.current?.querySelector<HTMLElement>(`#tab-${tab.id}`)?.focus()
  }
  return (
    <>
      <div
        ref={row}
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={move}
        className="no-bar mb-7 flex gap-5 md:gap-7 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => {
          const chosen = tab.id === current
          return (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`tab-${tab.id}`}
              aria-selected={chosen}
              aria-controls="tab-panel"
              tabIndex={chosen ? 0 : -1}
              onClick={() => onChange(tab.id)}
              className={`-mb-px border-b-[3px] pt-3 pb-[14px] whitespace-nowrap -outline-offset-2 ${chosen ? 'border-rose-500 font-semibold text-plum-700' : 'border-transparent font-medium text-ink-2 hover:text-plum-700'}`}
            >
              {tab.label}
            </button>
          )
        })}
      </div>
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${current}`}>
        {children}
      </div>
    </>
  )
}
