type FailedPartProps = { text: string; button: string; onAgain: () => void }

/** Shown in place of a part of the order that could not be read or calculated, with a way to ask again. */
export function FailedPart({ text, button, onAgain }: FailedPartProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink">
      <p className="min-w-0 flex-1 basis-[220px] font-medium text-pretty text-cancelled">{text}</p>
      <button type="button" className="link min-h-11" onClick={onAgain}>
        {button}
      </button>
    </div>
  )
}
