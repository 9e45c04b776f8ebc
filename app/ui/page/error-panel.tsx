import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import * as say from '#words/ui.ts'
import { Button } from '../button.tsx'

type ErrorPanelProps = {
  /** What happened, in words for the visitor. */
  title?: ReactNode
  /** What was kept and what to do next. */
  text?: ReactNode
  /** The cause, shown behind 'Show details'. */
  error?: unknown
  onRetry?: () => void
}

function detailsOf(error: unknown): string {
  if (error instanceof Error) return error.message
  if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message)
  return String(error)
}

/** Shown when a screen or a part of it fails: says what happened and what was kept, offers 'Try again' and 'Show details'. */
export function ErrorPanel({ title = say.somethingWentWrong, text = say.nothingLost, error, onRetry }: ErrorPanelProps) {
  const [open, setOpen] = useState(false)
  const detailsId = useId()
  return (
    <div role="alert" className="flex flex-wrap items-start gap-4 rounded-md border border-rose-500/30 bg-cancelled-tint p-5 md:flex-nowrap md:gap-6 md:p-7">
      <svg
        viewBox="0 0 32 32"
        aria-hidden="true"
        className="size-9 flex-none text-cancelled"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeLinecap="round"
      >
        <path d="M16 4 29 27H3L16 4ZM16 12v7M16 22.6v.4" />
      </svg>
      <div className="min-w-0 flex-1 basis-[220px]">
        <h2 className="font-display text-xl leading-[1.2] text-cancelled">{title}</h2>
        <p className="mt-1 text-ink">{text}</p>
        {error === undefined || error === null ? null : (
          <>
            <button
              type="button"
              aria-expanded={open}
              aria-controls={detailsId}
              onClick={() => setOpen(!open)}
              className="mt-2 cursor-pointer py-1 font-medium text-plum-700 underline underline-offset-4"
            >
              {open ? say.hideDetails : say.showDetails}
            </button>
            <pre id={detailsId} hidden={!open} className="mt-2 overflow-x-auto whitespace-pre-wrap rounded-sm bg-surface p-3 text-sm text-ink-2">
              {detailsOf(error)}
            </pre>
          </>
        )}
      </div>
      {onRetry ? (
        <Button variant="primary" onClick={onRetry}>
          {say.tryAgain}
        </Button>
      ) : null}
    </div>
  )
}
