import { useEffect, useRef, useState } from 'react'
import * as say from '#words/products.tsx'
import { PRICE_CEILING, PRICE_FLOOR, PRICE_STEP } from './filters.ts'

type PriceRangeProps = { min: number | null; max: number | null; onCommit: (form: HTMLFormElement) => void }

/** A held key steps through many prices; the list updates after the key has rested this long, in ms. */
const KEY_REST_MS = 350

/** Two thumbs on one track and two fields for exact amounts; the form submits the fields. ₹1000 means "and above" (docs/rules.md#filters-and-sorting). */
export function PriceRange({ min, max, onCommit }: PriceRangeProps) {
  const given = { min, max, from: min ?? PRICE_FLOOR, to: max ?? PRICE_CEILING }
  const [draft, setDraft] = useState(given)
  // The address wins when it changes, by removing a chip or going Back.
  if (draft.min !== min || draft.max !== max) setDraft(given)
  const { from, to } = draft
  const setFrom = (price: number) => setDraft({ ...draft, from: price })
  const setTo = (price: number) => setDraft({ ...draft, to: price })

  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(rest.current), [])
  const commit = (element: HTMLInputElement) => {
    clearTimeout(rest.current)
    if (to > PRICE_CEILING) setTo(PRICE_CEILING)
    if (element.form && (from !== given.from || to !== given.to)) onCommit(element.form)
  }
  const commitAtRest = ({ form }: HTMLInputElement) => {
    clearTimeout(rest.current)
    rest.current = setTimeout(() => form && onCommit(form), KEY_REST_MS)
  }
  const range = { min: PRICE_FLOOR, max: PRICE_CEILING, step: PRICE_STEP }
  return (
    <div data-later>
      <div className="slider" style={{ '--from': share(from), '--to': share(to) } as React.CSSProperties}>
        <input
          type="range"
          aria-label={say.lowestInRupees}
          {...range}
          value={Math.min(from, PRICE_CEILING)}
          onChange={(event) => setFrom(Math.min(event.target.valueAsNumber, to - PRICE_STEP))}
          onPointerUp={(event) => commit(event.currentTarget)}
          onKeyUp={(event) => event.key.startsWith('Arrow') && commitAtRest(event.currentTarget)}
        />
        <input
          type="range"
          aria-label={say.highestInRupees}
          {...range}
          value={Math.min(to, PRICE_CEILING)}
          onChange={(event) => setTo(Math.max(event.target.valueAsNumber, from + PRICE_STEP))}
          onPointerUp={(event) => commit(event.currentTarget)}
          onKeyUp={(event) => event.key.startsWith('Arrow') && commitAtRest(event.currentTarget)}
        />
      </div>
      <div className="price-fields">
        <PriceField name="min" label={say.lowestPrice} value={from} onChange={setFrom} onCommit={commit} />
        <span>{say.upToWord}</span>
        <PriceField name="max" label={say.highestPrice} value={to} onChange={setTo} onCommit={commit} />
      </div>
      <p className="mt-2 text-xs text-ink-2">{say.ceilingMeans(PRICE_CEILING)}</p>
    </div>
  )
}

function PriceField({
  name,
  label,
  value,
  onChange,
  onCommit,
}: {
  name: string
  label: string
  value: number
  onChange: (value: number) => void
  onCommit: (element: HTMLInputElement) => void
}) {
  return (
    <span className="price-field">
      <span aria-hidden="true">₹</span>
      <input
        name={name}
        aria-label={say.inRupees(label)}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={value}
        onChange={(event) => onChange(Number(event.target.value.replace(/\D/g, '')))}
        onBlur={(event) => onCommit(event.currentTarget)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          onCommit(event.currentTarget)
        }}
      />
    </span>
  )
}

function share(price: number): string {
  return `${Math.min(100, Math.max(0, (price / PRICE_CEILING) * 100))}%`
}
