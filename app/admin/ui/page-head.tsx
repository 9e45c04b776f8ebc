import type { ReactNode } from 'react'
import { Link } from 'react-router'
import * as formWords from '#words/admin-form.ts'
import * as shellWords from '#words/admin-shell.ts'
import { Icon } from '../../ui/pictures/icon.tsx'

type PageHeadProps = {
  title: string
  /** small, beside the title: a count, a sentence */
  aside?: ReactNode
  actions?: ReactNode
  back?: { to: string; label: string }
}

/** The heading of a screen and the title of its tab. One main button (ctl-main) per screen. */
export function PageHead({ title, aside, actions, back }: PageHeadProps) {
  return (
    <div className="mb-4 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
      <title>{shellWords.title(title)}</title>
      {back ? (
        <Link to={back.to} aria-label={formWords.back(back.label)} className="ctl ctl-quiet ctl-square -ml-2">
          <Icon name="back" size={18} />
        </Link>
      ) : null}
      <h1 className="min-w-0">{title}</h1>
      {aside === undefined ? null : (
        <p aria-live="polite" className="text-ink-2">
          {aside}
        </p>
      )}
      {actions === undefined ? null : <div className="ml-auto flex flex-wrap gap-2">{actions}</div>}
    </div>
  )
}
