import type { ReactNode } from 'react'
import * as say from '#words/shell.tsx'
import { Breadcrumbs } from '../ui/page/breadcrumbs.tsx'
import './text-page.css'

type TextPageProps = { title: string; updated: string; contents: readonly { id: string; title: string }[]; summary?: ReactNode; children: ReactNode }

/**
 * A long text: its contents stay beside it while it is read, closed above it on a phone, and what most readers look for is at its right. Lines have at most
 * 68 characters.
 */
export function TextPage({ title, updated, contents, summary, children }: TextPageProps) {
  return (
    <div className="pb-14 lg:pb-[104px]">
      <div className="stair-band">
        <div className="wrap">
          <Breadcrumbs trail={[{ label: say.home, to: '/' }, { label: title }]} />
          <h1>{title}</h1>
          <p className="mt-2 text-ink-2">{updated}</p>
        </div>
      </div>
      <div className="wrap text-page">
        {contents.length > 2 ? (
          <nav aria-label={say.contents} className="text-contents">
            <details>
              <summary>{say.contents}</summary>
              <ol>
                {contents.map(({ id, title: heading }) => (
                  <li key={id}>
                    <a href={`#${id}`}>{heading}</a>
                  </li>
                ))}
              </ol>
            </details>
          </nav>
        ) : null}
        <article className="prose">{children}</article>
        {summary ? <aside className="text-summary">{summary}</aside> : null}
      </div>
    </div>
  )
}
