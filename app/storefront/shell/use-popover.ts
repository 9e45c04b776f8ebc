import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** A popover of a button: Escape closes it and returns the focus, a click elsewhere or a new page closes it. */
export function usePopover() {
  const location = useLocation()
  // The open state belongs to the page it was opened on, so a new page starts closed.
  const [openOn, setOpenOn] = useState<string | null>(null)
  const open = openOn === location.key
  const setOpen = (next: boolean) => setOpenOn(next ? location.key : null)
  const root = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpenOn(null)
      trigger.current?.focus()
    }
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpenOn(null)
    }
    const onFocus = (event: FocusEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpenOn(null)
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('focusin', onFocus)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('focusin', onFocus)
    }
  }, [open])

  return { open, setOpen, root, trigger }
}
