import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'

/** The minimum distance to the edge of the screen, in px. */
const EDGE = 8

type MenuProps = {
  label: string
  button: ReactNode
  className?: string
  /** the edge of the button that the menu aligns with */ side?: 'left' | 'right'
  children: ReactNode
}

/** A button that opens a box. Escape and a click elsewhere close it; it contains ordinary controls, so Tab moves through them. */
export function Menu({ label, button, className = 'ctl ctl-quiet', side = 'right', children }: MenuProps) {
  const [open, setOpen] = useState(false)
  const room = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (!open) return undefined
    const outside = (event: Event) => {
      if (event.target instanceof Node && room.current?.contains(event.target) === false) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
    }
  }, [open])
  // Beside a button near the edge of a small screen, the box is moved back into view.
  useLayoutEffect(() => {
    const box = sheet.current
    if (!open || !box) return undefined
    const fit = () => {
      box.style.translate = ''
      const { left, right } = box.getBoundingClientRect()
      const beyond = Math.max(0, right + EDGE - document.documentElement.clientWidth)
      box.style.translate = beyond > 0 ? `${-Math.min(beyond, left - EDGE)}px` : left < EDGE ? `${EDGE - left}px` : ''
    }
    fit()
    addEventListener('resize', fit)
    return () => removeEventListener('resize', fit)
  }, [open])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears Escape from the controls within
    <div
      ref={room}
      className="relative"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        event.preventDefault()
        event.stopPropagation()
        setOpen(false)
        opener.current?.focus()
      }}
    >
      <button ref={opener} type="button" aria-label={label} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)} className={className}>
        {button}
      </button>
      <div
        ref={sheet}
        id={id}
        hidden={!open}
        className={`absolute top-[calc(100%+4px)] z-20 max-h-[60vh] max-w-[calc(100vw-32px)] overflow-y-auto rounded-md border border-line bg-raised shadow-float ${side === 'right' ? 'right-0' : 'left-0'}`}
      >
        {children}
      </div>
    </div>
  )
}
