import * as say from '#words/admin-texts.ts'
import { fetchOwnRow, resetOwnText, saveOwnText } from '../../data/admin/settings/own-texts.ts'
import type { OwnRow, OwnTable, WordsOf } from '../../data/admin/settings/own-texts.ts'
import { queryClient } from '../../data/api/queries.ts'
import { serverMessage } from '../../data/api/server-message.ts'
import type { FieldErrors } from '../../ui/form/form-alert.tsx'
import { useEditForm } from '../../ui/form/use-edit-form.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { toastUndo } from '../ui/undo.ts'

/** A form for one text: the owner's version if there is one, else the default text to start from. */
export function useOwnText<Table extends OwnTable>({
  table,
  key,
  own,
  read,
  check,
  onTaken,
}: {
  table: Table
  key: string
  /** the default text */
  own: WordsOf[Table]
  read: OwnRow<WordsOf[Table]> | null
  check?: (words: WordsOf[Table]) => FieldErrors
  /** called when the form shows another row than the one edited: the default again, or someone else's; `own` and `read` are fresh by then */
  onTaken?: () => void
}) {
  type Words = WordsOf[Table]
  const wordsOf = (row: OwnRow<Words> | null): Words =>
    row === null ? own : (Object.fromEntries(Object.entries(row).filter(([name]) => name in own)) as Words)
  const form = useEditForm<OwnRow<Words> | null, Words>({
    row: read,
    valuesOf: wordsOf,
    check,
    failed: (error) => serverMessage(error, say.notSaved),
    async onRow(row, from) {
      queryClient.setQueryData([table, key], row)
      await Promise.all([[`${table}-keys`], ['row-history'], ['legal-page', key]].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
      if (from === 'taken') onTaken?.()
    },
    async save({ values, changes, row }) {
      if (Object.keys(changes).length === 0) return null
      const saved = await saveOwnText(table, key, row?.version ?? null, values)
      if (saved.ok) toast({ title: say.saved, tone: 'success' })
      else if (saved.code === 'STALE') return { ok: false, stale: { row: saved.current, by: saved.by } }
      return saved
    },
  })
  return {
    ...form,
    /** Restores the default text; can be undone. */
    reset: () =>
      form.run(async () => {
        const { row, before } = form
        if (row === null) return
        if (!(await resetOwnText(table, key, row.version))) return form.showStale(await fetchOwnRow(table, key), null)
        form.take(null)
        toastUndo(say.wasReset, async () => {
          const answer = await saveOwnText(table, key, null, before)
          form.take(answer.ok ? answer.row : await fetchOwnRow(table, key))
        })
      }),
  }
}
