import { useNavigate, useRevalidator } from 'react-router'
import { MOST_OWN_PAGES } from '#domain/shop/own-page.ts'
import * as say from '#words/admin-own-pages.ts'
import { saveOwnPage } from '../../../../data/admin/settings/own-pages.ts'
import type { OwnPageColumns, OwnPageRow } from '../../../../data/admin/settings/own-pages.ts'
import { queryClient } from '../../../../data/api/queries.ts'
import { serverMessage } from '../../../../data/api/server-message.ts'
import { revalidateWithRoot } from '../../../../data/shop/root-data.ts'
import { useEditForm } from '../../../../ui/form/use-edit-form.ts'
import { toast } from '../../../../ui/overlay/toast.ts'
import { checkDraft, columnsOf, draftOf } from './page-draft.ts'

/** The state of the form of a page. `read`: null for a new one. */
export function usePageForm(read: OwnPageRow | null, words: Readonly<Record<string, string>>) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  return useEditForm<OwnPageRow | null, OwnPageColumns>({
    row: read,
    valuesOf: draftOf,
    check: (draft) => checkDraft(draft, words),
    failed: (error) => serverMessage(error, say.notSaved),
    onRow: (row) => {
      if (row) queryClient.setQueryData(['own-page', row.id], row)
      return Promise.all([['own-pages'], ['row-history']].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    },
    async save({ values, changes, row }) {
      if (Object.keys(changes).length === 0) return null
      const saved = await saveOwnPage(row, columnsOf(values))
      if (!saved.ok) {
        if (saved.code === 'SLUG_TAKEN') return { ok: false, errors: { slug: say.errors.slugTaken } }
        if (saved.code === 'TOO_MANY') return { ok: false, message: say.tooMany(MOST_OWN_PAGES) }
        if (saved.code === 'STALE') return { ok: false, stale: { row: saved.current, by: saved.by } }
        return { ok: false, message: saved.code === 'GONE' ? say.goneText : serverMessage(saved, say.notSaved) }
      }
      toast({ title: say.saved(saved.row.title), tone: 'success' })
      void revalidateWithRoot(revalidate)
      if (row !== null) return { ok: true, row: saved.row }
      // The form of the saved page takes over; until then this one counts as saving, and leaving it asks nothing.
      queryClient.setQueryData(['own-page', saved.row.id], saved.row)
      await navigate(`/admin/settings/own-pages/${saved.row.id}`, { replace: true })
      return null
    },
  })
}
