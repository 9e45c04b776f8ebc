import { useState } from 'react'
import * as say from '#words/admin-texts.ts'
import { fetchOwnRow, resetOwnText, saveOwnText } from '../../data/admin-own-texts.ts'
import type { OwnRow, OwnTable } from '../../data/admin-own-texts.ts'
import { queryClient } from '../../data/queries.ts'
import { serverMessage } from '../../data/server-message.ts'
import type { FieldErrors } from '../../ui/form-alert.tsx'
import { toast } from '../../ui/toast.ts'
import { toastUndo } from '../ui/undo.ts'

type Theirs<Words> = { row: OwnRow<Words> | null; by: string | null }

/** The state of a form over one text: the owner's words where there are some, else the shop's own to begin with. */
export function useOwnText<Words extends Record<string, string>>({
  table,
  key,
  own,
  read,
  check,
}: {
  table: OwnTable
  key: string
  /** the shop's own text */
  own: Words
  read: OwnRow<Words> | null
  check: (words: Words) => FieldErrors
}) {
  const wordsOf = (row: OwnRow<Words> | null): Words => (row === null ? own : (Object.fromEntries(Object.keys(own).map((name) => [name, row[name]])) as Words))
  const [base, setBase] = useState(read)
  const [draft, setDraft] = useState(() => wordsOf(read))
  const [saving, setSaving] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<{ message: string | null; attempt: number }>({ message: null, attempt: 0 })
  const [theirs, setTheirs] = useState<Theirs<Words> | null>(null)
  const before = wordsOf(base)
  const changes = Object.fromEntries(Object.entries(draft).filter(([name, text]) => text !== before[name])) as Partial<Words>

  async function take(row: OwnRow<Words> | null) {
    setBase(row)
    setDraft(wordsOf(row))
    setTheirs(null)
    setErrors({})
    queryClient.setQueryData([table, key], row)
    await Promise.all([[`${table}-keys`], ['row-history'], ['legal-page', key]].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }

  function refuse(message: string | null, fields: FieldErrors = {}) {
    setErrors(fields)
    setFailure(({ attempt }) => ({ message, attempt: attempt + 1 }))
  }

  async function run(work: () => Promise<void>) {
    setSaving(true)
    setErrors({})
    setFailure(({ attempt }) => ({ message: null, attempt }))
    try {
      await work()
    } catch (error) {
      refuse(serverMessage(error, say.notSaved))
    } finally {
      setSaving(false)
    }
  }

  const save = (version = base?.version ?? null) => {
    if (Object.keys(changes).length === 0) return Promise.resolve()
    const wrong = check(draft)
    if (Object.keys(wrong).length > 0) return Promise.resolve(refuse(null, wrong))
    return run(async () => {
      const answer = await saveOwnText(table, key, version, draft)
      if (answer.ok) {
        await take(answer.row)
        toast({ title: say.saved, tone: 'success' })
      } else if (answer.code === 'STALE') setTheirs({ row: answer.current, by: answer.by })
      else refuse(answer.message)
    })
  }

  return {
    base,
    before,
    draft,
    changes,
    saving,
    errors,
    failure,
    theirs: theirs && { by: theirs.by, words: wordsOf(theirs.row) },
    set(name: keyof Words & string, text: string) {
      setDraft((typed) => ({ ...typed, [name]: text }))
      setErrors((wrong) => Object.fromEntries(Object.entries(wrong).filter(([field]) => field !== name)))
    },
    discard() {
      setDraft(before)
      setErrors({})
    },
    save,
    takeTheirs: () => void take(theirs?.row ?? null),
    saveMine() {
      setTheirs(null)
      setBase(theirs?.row ?? null)
      void save(theirs?.row?.version ?? null)
    },
    /** Back to the shop's own text; can be undone. */
    reset: () =>
      run(async () => {
        if (base === null) return
        if (!(await resetOwnText(table, key, base.version))) return setTheirs({ row: await fetchOwnRow<Words>(table, key), by: null })
        const gone = wordsOf(base)
        await take(null)
        toastUndo(say.wasReset, async () => {
          const answer = await saveOwnText(table, key, null, gone)
          await take(answer.ok ? answer.row : await fetchOwnRow<Words>(table, key))
        })
      }),
  }
}
