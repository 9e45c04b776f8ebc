import type { ReactNode } from 'react'

type EmptyStateProps = { title: ReactNode; text?: ReactNode; action?: ReactNode; heading?: 'h1' | 'h2' | 'h3'; compact?: boolean }

/** The empty state: the cusped window with an empty podium, one sentence, one next step. */
export function EmptyState({ title, text, action, heading: Heading = 'h2', compact = false }: EmptyStateProps) {
  return (
    <div className={`grid justify-items-center text-center ${compact ? 'py-8' : 'py-14'}`}>
      <svg viewBox="2.5 0 95 150" aria-hidden="true" className={compact ? 'h-[120px]' : 'h-[190px]'}>
        <path
          className="fill-plum-100"
          d="M3 150V60A14 14 0 0 1 9 38A14 14 0 0 1 23 20.5A13 13 0 0 1 40 9.5C45 8.5 48.6 5 50 0C51.4 5 55 8.5 60 9.5A13 13 0 0 1 77 20.5A14 14 0 0 1 91 38A14 14 0 0 1 97 60V150Z"
        />
        <path className="fill-plum-50" d="M3 118h94v32H3z" />
        <path className="fill-plum-500/25" d="M22 100v18c0 5 12.5 9 28 9s28-4 28-9v-18Z" />
        <ellipse className="fill-rose-50" cx="50" cy="100" rx="28" ry="9" />
        <path className="fill-rose-500/70" d="M47 98c3-5 9-5 11-2-2 4-7 5-11 2ZM76 137c2-4 7-4 9-1-2 3-6 4-9 1Z" />
      </svg>
      <Heading className={`mt-6 max-w-[24ch] text-balance font-display leading-[1.12] ${compact ? 'text-xl' : 'text-2xl md:text-[2.25rem]'}`}>{title}</Heading>
      {text ? <p className="mt-3 max-w-[44ch] text-pretty text-ink-2">{text}</p> : null}
      {action ? <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div> : null}
    </div>
  )
}
