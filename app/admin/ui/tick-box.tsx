import { useEffect, useRef } from 'react'

type TickBoxProps = { label: string; checked: boolean; /** some, but not all */ some?: boolean; onChange: (shift: boolean) => void }

/** A native checkbox with a larger target; it reports Shift, for ranges. */
export function TickBox({ label, checked, some = false, onChange }: TickBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = some && !checked
  }, [some, checked])
  return (
    <label className="tick-room">
      <input
        ref={box}
        type="checkbox"
        className="tick"
        aria-label={label}
        checked={checked}
        onChange={(event) => onChange(event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
      />
    </label>
  )
}
