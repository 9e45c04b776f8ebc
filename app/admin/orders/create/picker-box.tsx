import { useEffect, useId, useState } from 'react'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { Icon } from '../../../ui/pictures/icon.tsx'

type PickerBoxProps<Item> = {
  label: string
  name: string
  placeholder: string
  text: string
  items: readonly Item[]
  /** shown instead of the items */
  note: string | null
  error?: string | null
  keyOf: (item: Item) => string
  render: (item: Item) => ReactNode
  input: Ref<HTMLInputElement>
  onType: (text: string) => void
  onPick: (item: Item) => void
}

/** A search box above a list: arrow keys choose, Enter selects, Escape closes (WAI-ARIA combobox with a list). */
export function PickerBox<Item>({ label, name, placeholder, text, items, note, error = null, keyOf, render, input, onType, onPick }: PickerBoxProps<Item>) {
  const id = useId()
  const [chosen, setChosen] = useState(0)
  const [closed, setClosed] = useState(false)
  const open = !closed && text.trim() !== '' && (items.length > 0 || note !== null)
  const current = items[Math.min(chosen, items.length - 1)]

  function onKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && items.length > 0) {
      setClosed(false)
      setChosen((Math.min(chosen, items.length - 1) + step + items.length) % items.length)
    } else if (event.key === 'Enter') {
      if (open && current !== undefined) take(current)
    } else if (event.key === 'Escape' && open) setClosed(true)
    else return
    event.preventDefault()
  }
  function take(item: Item) {
    setChosen(0)
    onPick(item)
  }

  return (
    <div
      className="relative"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setClosed(true)
      }}
    >
      <div
        className={`flex min-h-[var(--field-height,52px)] items-center gap-3 rounded-sm border-[1.5px] bg-raised px-3 focus-within:border-plum-600 focus-within:shadow-[0_0_0_3px_var(--plum-100)] ${error === null ? 'border-control' : 'border-cancelled'}`}
      >
        <Icon name="search" size={18} className="flex-none text-ink-2" />
        <input
          ref={input}
          name={name}
          role="combobox"
          aria-label={label}
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={open && current !== undefined ? `${id}-${keyOf(current)}` : undefined}
          aria-invalid={error === null ? undefined : true}
          aria-describedby={error === null ? undefined : `${id}-error`}
          autoComplete="off"
          spellCheck={false}
          maxLength={80}
          placeholder={placeholder}
          value={text}
          onChange={(event) => {
            setClosed(false)
            setChosen(0)
            onType(event.target.value)
          }}
          onFocus={() => setClosed(false)}
          onKeyDown={onKey}
          className="min-h-8 min-w-0 flex-1 self-stretch bg-transparent text-base outline-none placeholder:text-ink-3"
        />
      </div>
      {error === null ? null : (
        <p id={`${id}-error`} className="mt-1 text-cancelled">
          {error}
        </p>
      )}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        hidden={!open || items.length === 0}
        className="absolute inset-x-0 top-full z-20 mt-1 max-h-[min(56vh,420px)] overflow-y-auto rounded-md border border-line bg-raised py-1 shadow-float"
      >
        {items.map((item) => (
          <Option
            key={keyOf(item)}
            id={`${id}-${keyOf(item)}`}
            chosen={item === current}
            onTake={() => take(item)}
            onPoint={() => setChosen(items.indexOf(item))}
          >
            {render(item)}
          </Option>
        ))}
      </div>
      <p role="status" className={open && items.length === 0 ? 'mt-2 text-ink-2' : 'sr-only'}>
        {open && items.length === 0 ? note : ''}
      </p>
    </div>
  )
}

function Option({ id, chosen, onTake, onPoint, children }: { id: string; chosen: boolean; onTake: () => void; onPoint: () => void; children: ReactNode }) {
  const [line, setLine] = useState<HTMLDivElement | null>(null)
  useEffect(() => {
    if (chosen) line?.scrollIntoView({ block: 'nearest' })
  }, [chosen, line])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the combobox, which keeps the focus
    <div
      ref={setLine}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      onPointerMove={chosen ? undefined : onPoint}
      // before the box loses the focus
      onPointerDown={(event) => event.preventDefault()}
      onClick={onTake}
      className={`mx-1 flex min-h-12 cursor-pointer items-center gap-3 rounded-sm px-3 py-1 ${chosen ? 'bg-chosen shadow-[inset_2.5px_0_0_var(--ring)]' : ''}`}
    >
      {children}
    </div>
  )
}
