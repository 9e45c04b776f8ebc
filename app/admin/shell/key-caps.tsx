import { capsOf } from './chords.ts'

const isMac = () => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)

/** A shortcut shown as key caps. */
export function KeyCaps({ keys, then = ' ' }: { keys: string; then?: string }) {
  const chords = capsOf(keys, isMac())
  return (
    <span className="inline-flex items-center gap-1">
      {chords.map((caps, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same key may come twice
        <span key={place} className="inline-flex items-center gap-[2px]">
          {place > 0 ? <span className="px-1 text-ink-2">{then}</span> : null}
          {caps.map((cap) => (
            <kbd key={cap}>{cap}</kbd>
          ))}
        </span>
      ))}
    </span>
  )
}
