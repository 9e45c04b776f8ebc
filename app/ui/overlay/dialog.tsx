import { useId, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'

type DialogProps = {
  open: boolean
  title: ReactNode
  /** Called on Escape and on a click on the backdrop. While busy, the dialog stays open. */
  onClose: () => void
  busy?: boolean
  /** for dialogs that contain a table */
  wide?: boolean
  children: ReactNode
  actions?: ReactNode
}

/** A native modal dialog: the browser keeps the focus inside, returns it afterwards and makes the rest of the page inert. */
export function Dialog({ open, title, onClose, busy = false, wide = false, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  /** Whether a press began on the backdrop: selecting text in a field may end there. */
  const onBackdrop = useRef(false)

  // A layout effect: React ends it when it hides the dialog behind a fallback, and begins it again. Closing before the dialog is
  // removed returns the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    element.showModal()
    return () => element.close()
  }, [open])

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the backdrop press has Escape as its key
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file chooser that is left without a choice sends it too.
        if (event.target !== dialog.current) return
        event.preventDefault()
        if (!busy) onClose()
      }}
      onClose={(event) => {
        // The browser closes by itself at the second Escape in a row.
        if (event.target !== dialog.current || !open || dialog.current.open) return
        if (busy) dialog.current.showModal()
        else onClose()
      }}
      onPointerDown={(event) => {
        onBackdrop.current = event.target === dialog.current
      }}
      onClick={(event) => {
        if (event.target === dialog.current && onBackdrop.current && !busy) onClose()
      }}
      className={`m-auto rounded-lg border border-line bg-surface p-0 text-ink shadow-2 backdrop:bg-plum-900/40 ${wide ? 'w-[min(860px,calc(100vw-40px))]' : 'w-[min(480px,calc(100vw-40px))]'}`}
    >
      <div className="grid gap-3 p-6 md:p-7">
        <h2 id={titleId} className="font-display text-2xl leading-[1.15]">
          {title}
        </h2>
        <div className="text-ink-2">{children}</div>
        {actions ? <div className="mt-3 flex flex-wrap justify-end gap-3">{actions}</div> : null}
      </div>
    </dialog>
  )
}
