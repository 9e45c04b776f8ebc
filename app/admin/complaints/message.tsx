import { useId, useState } from 'react'
import * as say from '#words/admin-complaints.ts'

/** The number of characters that fit in the three lines of the list at its narrowest. */
const SHORT = 70

/** A customer's message, up to 4,000 characters: the list stays short, and the whole text is one click away. */
export function Message({ text }: { text: string }) {
  const [whole, setWhole] = useState(false)
  const id = useId()
  return (
    <span className="grid max-w-[60ch] justify-items-start text-left md:min-w-[160px]">
      <span id={id} className={`whitespace-pre-line [overflow-wrap:anywhere] ${whole ? '' : 'line-clamp-3'}`}>
        {text}
      </span>
      {text.length > SHORT || text.includes('\n') ? (
        <button type="button" className="link touch:min-h-11" aria-expanded={whole} aria-controls={id} onClick={() => setWhole(!whole)}>
          {whole ? say.showLess : say.showAll}
        </button>
      ) : null}
    </span>
  )
}
