type NotCountedProps = { text: string; button: string; onAgain: () => void }

/** Shown where a total could not be calculated, with a way to ask again. */
export function NotCounted({ text, button, onAgain }: NotCountedProps) {
  return (
    <p role="alert" className="flex flex-wrap items-center gap-3 text-bad">
      {text}
      <button type="button" className="ctl" onClick={onAgain}>
        {button}
      </button>
    </p>
  )
}
