import type { ReactNode } from 'react'

/** The drawings in app/public/pictures: what is empty, on the stair of prices. */
type Drawing = 'cart' | 'search' | 'lost' | 'list' | 'wish' | 'orders' | 'bell'
type EmptyStateProps = { title: ReactNode; text?: ReactNode; action?: ReactNode; heading?: 'h1' | 'h2' | 'h3'; compact?: boolean; drawing?: Drawing }

/**
 * The empty state: a drawing, one sentence, one next step. On a wide screen the drawing is beside the text, unless `compact`. Without a drawing of its own,
 * as in the back office, it shows the stair in the colours of the theme.
 */
export function EmptyState({ title, text, action, heading: Heading = 'h2', compact = false, drawing }: EmptyStateProps) {
  return (
    <div className={`empty ${compact ? '' : 'empty-wide'}`}>
      {drawing ? (
        <img src={`/pictures/empty-${drawing}.svg`} alt="" width={280} height={200} />
      ) : (
        <svg viewBox="0 0 120 60" width="120" height="60" aria-hidden="true">
          <path className="fill-plum-100" d="M4 60V14h36v16h36v14h40v16Z" />
          <path className="fill-none stroke-plum-500" strokeWidth="1.6" strokeLinejoin="round" d="M1 57V10h36v16h36v14h44v17" />
          <circle className="fill-rose-500" cx="96" cy="34" r="4" />
        </svg>
      )}
      <div>
        <Heading className={compact ? 'text-xl' : 'text-2xl'}>{title}</Heading>
        {text ? <p>{text}</p> : null}
        {action ? <div>{action}</div> : null}
      </div>
    </div>
  )
}
