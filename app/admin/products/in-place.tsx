import { useState } from 'react'

type InPlaceProps = {
  /** what is shown, and the initial value of the input */
  shown: React.ReactNode
  value: string
  /** the label of the button: 'Change the price of Kajal' */
  label: string
  /** the label of the input: 'Price of Kajal, rupees' */
  boxLabel: string
  inputMode: 'decimal' | 'numeric'
  /** the message if the text is invalid, else null */
  check: (text: string) => string | null
  /** resolves when the value was saved or the error is shown */
  onSave: (text: string) => Promise<void>
}

/** A value that is edited in place: Enter or leaving the field saves, Escape cancels. */
export function InPlace({ shown, value, label, boxLabel, inputMode, check, onSave }: InPlaceProps) {
  const [text, setText] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function save() {
    if (text === null || busy) return
    const typed = text.trim()
    if (typed === value) return setText(null)
    const wrong = check(typed)
    setError(wrong)
    if (wrong !== null) return
    setBusy(true)
    await onSave(typed)
    setBusy(false)
    setText(null)
  }

  if (text === null)
    return (
      <button
        type="button"
        aria-label={label}
        className="ctl ctl-quiet num -mr-2 font-semibold underline decoration-dotted underline-offset-4"
        onClick={() => setText(value)}
      >
        {shown}
      </button>
    )
  return (
    <span className="inline-grid justify-items-end gap-1">
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was pressed
        autoFocus
        aria-label={boxLabel}
        aria-invalid={error === null ? undefined : true}
        title={error ?? undefined}
        className="box num w-[96px] text-right"
        inputMode={inputMode}
        autoComplete="off"
        maxLength={12}
        value={text}
        readOnly={busy}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setText(event.target.value)
          setError(null)
        }}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            void save()
          }
          if (event.key === 'Escape') {
            event.stopPropagation()
            setText(null)
            setError(null)
          }
        }}
      />
      {error === null ? null : (
        <span role="alert" className="text-sm text-cancelled">
          {error}
        </span>
      )}
    </span>
  )
}
