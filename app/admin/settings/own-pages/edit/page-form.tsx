import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { LONGEST_PAGE_DESCRIPTION, LONGEST_PAGE_SLUG, LONGEST_PAGE_TITLE, pagePath } from '#domain/shop/own-page.ts'
import { LONGEST_PAGE, pageWords, renderPageText } from '#domain/text/page-text.ts'
import * as say from '#words/admin-own-pages.ts'
import * as texts from '#words/admin-texts.ts'
import { deleteOwnPage, StalePages } from '../../../../data/admin/settings/own-pages.ts'
import type { OwnPageRow } from '../../../../data/admin/settings/own-pages.ts'
import { queryClient } from '../../../../data/api/queries.ts'
import { revalidateWithRoot } from '../../../../data/shop/root-data.ts'
import { useSettings } from '../../../../data/shop/use-settings.ts'
import { Field, TextAreaField } from '../../../../ui/form/field.tsx'
import { toast } from '../../../../ui/overlay/toast.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FormPage, FormSection } from '../../../ui/form-page.tsx'
import { HistoryPanel } from '../../../ui/history-panel.tsx'
import { conflictsOf, StaleEdit } from '../../../ui/stale-edit.tsx'
import { useLater } from '../../use-later.ts'
import { draftOf, withTitle } from './page-draft.ts'
import { usePageForm } from './use-page-form.ts'

/** The form of a page and, below, a preview as visitors will see it. `read`: null for a new page. */
export function PageForm({ read }: { read: OwnPageRow | null }) {
  const words = pageWords(useSettings())
  const form = usePageForm(read, words)
  const [deleting, setDeleting] = useState(false)
  const { row, values, stale, before } = form
  const typed = useLater(values.body, 200)
  const bind = (name: 'title' | 'slug' | 'description' | 'body') => ({
    label: say.labels[name],
    name,
    value: values[name],
    error: form.errors[name],
    autoComplete: 'off',
  })
  const tick = (name: 'is_published' | 'in_menu', hint: string) => (
    <label className="flex min-h-9 touch:min-h-11 cursor-pointer items-start gap-3 py-2">
      <input
        type="checkbox"
        name={name}
        checked={values[name]}
        onChange={(event) => form.set({ [name]: event.target.checked })}
        className="mt-[2px] size-5 flex-none accent-plum-600"
      />
      <span>
        {say.labels[name]}
        <span className="block text-sm text-ink-2">{hint}</span>
      </span>
    </label>
  )
  return (
    <>
      <FormPage
        title={row ? row.title : say.newTitle}
        back={{ to: '/admin/settings/own-pages', label: say.title }}
        actions={
          row ? (
            <>
              {row.is_published ? (
                <a href={pagePath(row.slug)} target="_blank" rel="noreferrer" className="ctl">
                  {say.see}
                </a>
              ) : null}
              <button type="button" className="ctl" onClick={() => setDeleting(true)}>
                {say.remove}
              </button>
            </>
          ) : null
        }
        form={form}
        notice={stale?.row ? <StaleEdit of={form} conflicts={conflictsOf(before, draftOf(stale.row), form.changes, say.labels)} /> : null}
      >
        <FormSection title={say.content}>
          <Field {...bind('title')} maxLength={LONGEST_PAGE_TITLE} onChange={(event) => form.set((now) => withTitle(now, event.target.value, row === null))} />
          <TextAreaField
            {...bind('body')}
            rows={14}
            maxLength={LONGEST_PAGE}
            hint={texts.bodyHint}
            onChange={(event) => form.set({ body: event.target.value })}
          />
          <p className="text-sm text-ink-2">
            {texts.mayStand}{' '}
            <span className="text-ink">
              {Object.keys(words)
                .map((name) => `{${name}}`)
                .join(' ')}
            </span>
          </p>
        </FormSection>
        <FormSection title={say.where}>
          <Field
            {...bind('slug')}
            maxLength={LONGEST_PAGE_SLUG}
            spellCheck={false}
            autoCapitalize="none"
            hint={`${say.slugHint(pagePath(values.slug || '…'))}${row?.is_published && values.slug !== before.slug ? `. ${say.slugChanges}` : ''}`}
            onChange={(event) => form.set({ slug: event.target.value.toLowerCase() })}
          />
          <TextAreaField
            {...bind('description')}
            rows={2}
            maxLength={LONGEST_PAGE_DESCRIPTION}
            hint={say.descriptionHint}
            onChange={(event) => form.set({ description: event.target.value.replaceAll('\n', ' ') })}
          />
          <div>
            {tick('is_published', say.publishedHint)}
            {tick('in_menu', say.menuHint)}
          </div>
        </FormSection>
        <FormSection title={say.preview} hint={say.previewHint}>
          <article aria-label={say.preview} className="prose [overflow-wrap:anywhere]">
            {values.title.trim() === '' ? null : <p className="font-display text-3xl leading-tight">{values.title}</p>}
            {/* the renderer of the public page: it escapes everything that was typed */}
            <div dangerouslySetInnerHTML={{ __html: renderPageText(typed, words) }} />
          </article>
        </FormSection>
      </FormPage>
      {row ? (
        <div className="mt-4">
          <HistoryPanel tables={['own_pages']} rowId={row.id} heading={say.history} />
        </div>
      ) : null}
      {deleting && row ? <DeleteDialog page={row} onClose={() => setDeleting(false)} onDiscard={form.discard} /> : null}
    </>
  )
}

type DeleteDialogProps = { page: OwnPageRow; onClose: () => void; onDiscard: () => void }

function DeleteDialog({ page, onClose, onDiscard }: DeleteDialogProps) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  return (
    <ConfirmDialog
      title={say.deleteTitle(page.title)}
      confirm={say.deleteButton(page.title)}
      onClose={onClose}
      onConfirm={async () => {
        await deleteOwnPage(page).catch((error: unknown) => {
          throw error instanceof StalePages ? new Error(say.deleteStale) : error
        })
        onDiscard()
        toast({ title: say.deleted(page.title), tone: 'success' })
        await queryClient.invalidateQueries({ queryKey: ['own-pages'] })
        void revalidateWithRoot(revalidate)
        await navigate('/admin/settings/own-pages')
      }}
    >
      {say.deleteText}
    </ConfirmDialog>
  )
}
