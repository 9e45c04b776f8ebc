import * as listWords from '#words/admin-list.ts'
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
  defaults,
  read,
  check,
}: {
  table: Table
  key: string
  /** the default text; any, while there is a row */
  own: WordsOf[Table]
  /** reads the default text, once there is no row */
  defaults: () => Promise<WordsOf[Table]>
  read: OwnRow<WordsOf[Table]> | null
  check?: (words: WordsOf[Table]) => FieldErrors
}) {
  type Words = WordsOf[Table]
  /** the default text is part of it: which one the form begins with after a reset is known only then */
  type Text = { row: OwnRow<Words> | null; own: Words }
  const textOf = async (row: OwnRow<Words> | null): Promise<Text> => ({ row, own: row === null ? await defaults() : own })
  const form = useEditForm<Text, Words>({
    row: { row: read, own },
    valuesOf: (text) => (text.row === null ? text.own : (Object.fromEntries(Object.entries(text.row).filter(([name]) => name in text.own)) as Words)),
    check,
    failed: (error) => serverMessage(error, say.notSaved),
    async onRow({ row }) {
      queryClient.setQueryData([table, key], row)
      await Promise.all([[`${table}-keys`], ['row-history'], ['legal-page', key]].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    },
    async save({ values, changes, row: over }) {
      if (Object.keys(changes).length === 0) return null
      const saved = await saveOwnText(table, key, over.row?.version ?? null, values)
      if (saved.ok) {
        toast({ title: say.saved, tone: 'success' })
        return { ok: true, row: { row: saved.row, own: over.own } }
      }
      return saved.code === 'STALE' ? { ok: false, stale: { row: await textOf(saved.current), by: saved.by } } : saved
    },
  })
  return {
    ...form,
    row: form.row.row,
    /** Restores the default text; can be undone. */
    reset: () =>
      form.run(async () => {
        const { row, before } = form
        if (row.row === null) return
        if (!(await resetOwnText(table, key, row.row.version))) return form.showStale(await textOf(await fetchOwnRow(table, key)), null)
        form.take(await textOf(null))
        toastUndo(say.wasReset, async () => {
          const answer = await saveOwnText(table, key, null, before)
          form.rebase(await textOf(answer.ok ? answer.row : await fetchOwnRow(table, key)), listWords.undo)
        })
      }),
  }
}
