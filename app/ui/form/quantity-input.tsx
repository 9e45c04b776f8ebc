import { useState } from 'react'
import * as say from '#words/forms.ts'

type QuantityInputProps = {
  value: number
  onChange: (quantity: number) => void
  /** 1 on the product page; 0 in the cart, where it removes the line. */
  min?: number
  max?: number
  /** Includes the product's name, for screen readers. */
  label?: string
  size?: 'small' | 'normal'
  /** for a form that is sent before the scripts have loaded */
  name?: string
  disabled?: boolean
  describedBy?: string
  /**
   * Reports every digit as it is typed; used where the quantity only affects the displayed prices. If it reported when the field is left, the prices would move
   * the page between pressing and releasing the buy button, and the click would be lost.
   */
  live?: boolean
}

/**
 * Minus, number, plus. The buttons apply at once. Typed digits apply when the field is left or Enter is pressed (or at once if live), so that in the cart '12'
 * does not pass through '1'.
 */
export function QuantityInput({
  value,
  onChange,
  min = 1,
  max = 9999,
  label = say.quantity,
  size = 'normal',
  disabled = false,
  describedBy,
  live = false,
  name,
}: QuantityInputProps) {
  /** The digits being typed; null while the field shows the value itself. */
  const [typed, setTyped] = useState<string | null>(null)

  const clamp = (quantity: number) => Math.min(Math.max(quantity, min), Math.max(max, min))
  const commit = () => {
    if (typed === null) return
    const quantity = Number.parseInt(typed, 10)
    const next = Number.isFinite(quantity) ? clamp(quantity) : value
    setTyped(null)
    if (next !== value) onChange(next)
  }
  const type = (digits: string) => {
    setTyped(digits)
    if (live && digits !== '') onChange(clamp(Number(digits)))
  }
  const small = size === 'small'
  const side = 'grid cursor-pointer place-items-center text-plum-700 hover:bg-plum-50 disabled:cursor-not-allowed disabled:bg-transparent disabled:text-control'

  return (
    <fieldset
      aria-label={label}
      className={`inline-grid min-w-0 overflow-hidden rounded-sm border-[1.5px] border-control bg-surface focus-within:border-plum-600 ${small ? 'h-[44px] grid-cols-[40px_48px_40px]' : 'h-[56px] grid-cols-[48px_64px_48px]'}`}
    >
      <button type="button" aria-label={say.decreaseQuantity} className={side} disabled={disabled || value <= min} onClick={() => onChange(clamp(value - 1))}>
        <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round">
          <path d="M3 8h10" />
        </svg>
      </button>
      <input
        type="text"
        name={name}
        inputMode="numeric"
        pattern="[0-9]*"
        autoComplete="off"
        aria-label={label}
        aria-describedby={describedBy}
        disabled={disabled}
        value={typed ?? String(value)}
        onChange={(event) => type(event.target.value.replace(/\D/g, '').slice(0, Math.max(4, String(max).length)))}
        onBlur={commit}
        onFocus={(event) => event.target.select()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            commit()
          }
          if (event.key === 'ArrowUp' && value < max) {
            event.preventDefault()
            onChange(clamp(value + 1))
          }
          if (event.key === 'ArrowDown' && value > min) {
            event.preventDefault()
            onChange(clamp(value - 1))
          }
        }}
        className={`w-full border-x border-line bg-transparent text-center font-[650] tabular-nums outline-none ${small ? '' : 'text-lg'}`}
      />
      <button type="button" aria-label={say.increaseQuantity} className={side} disabled={disabled || value >= max} onClick={() => onChange(clamp(value + 1))}>
        <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round">
          <path d="M3 8h10M8 3v10" />
        </svg>
      </button>
    </fieldset>
  )
}
