type NotCountedProps = { text: string; button: string; onAgain: () => void }

/** Shown in place of a total that could not be calculated, with a way to ask again. */
export function NotCounted({ text, button, onAgain }: NotCountedProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink">
      <p className="min-w-0 flex-1 basis-[220px] font-medium text-pretty text-cancelled">{text}</p>
      <button type="button" className="link min-h-11" onClick={onAgain}>
        {button}
      </button>
    </div>
  )
}
