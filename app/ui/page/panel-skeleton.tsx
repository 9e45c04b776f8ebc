import * as say from '#words/ui.ts'
/** Grey lines in place of text, for panels that are loading. */
export function TextSkeleton({ lines = 3, className = '' }: { lines?: number; className?: string }) {
  return (
    <div className={`grid gap-3 ${className}`}>
      <span className="sr-only" aria-live="polite">
        {say.loading}
      </span>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} aria-hidden="true" className="bone h-[18px]" style={{ width: `${92 - ((line * 23) % 50)}%` }} />
      ))}
    </div>
  )
}

/** A panel before its content loads: the same frame, so that the layout does not shift. */
export function PanelSkeleton({ lines = 4 }: { lines?: number }) {
  return (
    <div className="rounded-md border border-line bg-surface p-5 md:px-7 md:py-[26px]">
      <TextSkeleton lines={lines} />
    </div>
  )
}
