import type { ReactNode } from 'react'
import { formatDate } from '#domain/time/dates.ts'
import { checkPageText, LONGEST_PAGE, pageWords, renderPageText } from '#domain/text/page-text.ts'
import type { PageName } from '#domain/text/page-text.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import * as say from '#words/admin-texts.ts'
import { fetchPageAsText } from '../../../data/admin/settings/own-texts.ts'
import type { OwnRow, PageWords } from '../../../data/admin/settings/own-texts.ts'
import { TextAreaField } from '../../../ui/form/field.tsx'
import { FormPage, FormSection } from '../../ui/form-page.tsx'
import { HistoryPanel } from '../../ui/history-panel.tsx'
import { StaleEdit, conflictsOf } from '../../ui/stale-edit.tsx'
import { useLater } from '../use-later.ts'
import { useOwnText } from '../use-own-text.ts'

type PageFormProps = { page: PageName; read: OwnRow<PageWords> | null; own: string; settings: StoreSettings; chooser: ReactNode }

/** The text of one page and, below, a preview as visitors will see it. */
export function PageForm({ page, read, own, settings, chooser }: PageFormProps) {
  const words = pageWords(settings)
  const text = useOwnText({
    table: 'page_texts',
    key: page,
    own: { body: own },
    defaults: async () => ({ body: await fetchPageAsText(page) }),
    read,
    check: ({ body }): Record<string, string> => {
      const problem = checkPageText(body, words)
      return problem ? { body: say.errors[problem.kind](problem.what) } : {}
    },
  })
  const typed = useLater(text.values.body, 200)
  return (
    <>
      <FormPage
        title={say.pages}
        back={{ to: '/admin/settings', label: say.settings }}
        actions={
          <>
            <a href={`/${page}`} target="_blank" rel="noreferrer" className="ctl">
              {say.see}
            </a>
            {text.row ? (
              <button type="button" className="ctl" onClick={() => void text.reset()}>
                {say.reset}
              </button>
            ) : null}
          </>
        }
        form={text}
        notice={text.stale ? <StaleEdit of={text} conflicts={conflictsOf<PageWords>(text.before, text.stale.values, text.changes, say.pageLabels)} /> : null}
      >
        <p className="max-w-[70ch] text-ink-2">{say.pagesIntro}</p>
        {chooser}
        <FormSection title={say.pageNames[page]} hint={text.row ? say.yourWords(formatDate(text.row.updated_at)) : say.ownText}>
          <TextAreaField
            label={say.body}
            name="body"
            rows={18}
            maxLength={LONGEST_PAGE}
            hint={say.bodyHint}
            value={text.values.body}
            error={text.errors['body']}
            onChange={(event) => text.set({ body: event.target.value })}
          />
          <p className="text-sm text-ink-2">
            {say.mayStand}{' '}
            <span className="text-ink">
              {Object.keys(words)
                .map((name) => `{${name}}`)
                .join(' ')}
            </span>
          </p>
        </FormSection>
        <FormSection title={say.preview} hint={say.samplePage}>
          {/* the renderer of the public page: it escapes everything that was typed */}
          <div className="prose [overflow-wrap:anywhere]" dangerouslySetInnerHTML={{ __html: renderPageText(typed, words) }} />
        </FormSection>
      </FormPage>
      <div className="mt-4">
        <HistoryPanel tables={['page_texts']} rowId={page} heading={say.history} />
      </div>
    </>
  )
}
