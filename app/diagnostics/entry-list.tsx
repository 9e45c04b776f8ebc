import { useState } from 'react'
import * as say from '#words/diagnostics.ts'
import { LEVELS } from './log.ts'
import type { LogEntry } from './log.ts'

const AT_ONCE = 100
/** In the order of LEVELS. */
const TONES = ['text-ink-2', 'text-processing', 'text-pending', 'text-cancelled']

/** Newest first. A thousand rows at once would slow down the shop that is being diagnosed, so the list shows a hundred at a time. */
export function EntryList({ found, all }: { found: readonly LogEntry[]; all: number }) {
  const [shown, setShown] = useState(AT_ONCE)
  if (found.length === 0) return <p className="py-4 text-ink-2">{all === 0 ? say.noEntries : say.noMatches}</p>
  return (
    <>
      <ol aria-label={say.entries} className="grid divide-y divide-line rounded-sm border border-line bg-surface">
        {found.slice(0, shown).map((entry) => (
          <li key={entry.id} className="min-w-0 px-3 py-2">
            <Entry entry={entry} />
          </li>
        ))}
      </ol>
      {found.length > shown ? (
        <button type="button" className="link justify-self-start py-2" onClick={() => setShown(shown + AT_ONCE)}>
          {say.more(found.length - shown)}
        </button>
      ) : null}
    </>
  )
}

function Entry({ entry: { timestamp, level, source, message, data, error } }: { entry: LogEntry }) {
  const head = (
    <>
      <span className="num text-ink-2">{timestamp.slice(11, 23)}</span> <b className={`font-semibold ${TONES[LEVELS.indexOf(level)]}`}>{say.levels[level]}</b>{' '}
      <span className="text-ink-2">{source}</span> <span className="break-words">{message}</span>
    </>
  )
  if (data === null && error === null) return <p className="text-sm">{head}</p>
  return (
    <details className="text-sm">
      <summary className="cursor-pointer py-[2px]">{head}</summary>
      <pre className="mt-1 overflow-x-auto rounded-xs bg-sunken p-2 whitespace-pre-wrap">
        {[data === null ? '' : JSON.stringify(data, null, 1), error === null ? '' : (error.stack ?? `${error.name}: ${error.message}`)]
          .filter(Boolean)
          .join('\n')}
      </pre>
    </details>
  )
}
