import type { ReactNode } from 'react'
import * as say from '#words/shell.tsx'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'

/** A text page: breadcrumbs, heading, and a column of comfortable reading width. */
export function PlainPage({ crumb, title, lead, children }: { crumb: string; title: ReactNode; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className="wrap pb-14 lg:pb-[104px]">
      <Breadcrumbs trail={[{ label: say.home, to: '/' }, { label: crumb }]} />
      <article className="prose">
        <h1>{title}</h1>
        {lead === undefined ? null : <p className="lead">{lead}</p>}
        {children}
      </article>
    </div>
  )
}
