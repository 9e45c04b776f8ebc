import * as say from '#words/admin-list.ts'

const ROWS = 8

/** Placeholder rows of the real height before the first rows load; nothing for a wait too short to notice. */
export function TableSkeleton({ columns }: { columns: number }) {
  return (
    <div className="late rounded-md border border-line">
      <span className="sr-only" aria-live="polite">
        {say.loading}
      </span>
      {Array.from({ length: ROWS }, (_, row) => (
        <div key={row} aria-hidden="true" className="flex h-[42px] items-center gap-6 border-b border-line px-4 last:border-0">
          {Array.from({ length: Math.min(columns, 6) }, (_column, place) => (
            <span key={place} className="bone h-3" style={{ width: `${[18, 26, 14, 10, 12, 8][(place + row) % 6]}%` }} />
          ))}
        </div>
      ))}
    </div>
  )
}
