import { useEffect, useState } from 'react'
import type { FieldErrors } from './form-alert.tsx'
import { changesBetween, editOf, mergedOver, readAgainAs, savedAs } from './edit-state.ts'
import { recheck } from './submit-state.ts'
import type { Problem } from './submit-state.ts'
import { useSubmit } from './use-submit.ts'
import type { Send } from './use-submit.ts'

/** The result of a save. null: the user cancelled, or there was nothing to save. */
export type EditOutcome<Row, Values> =
  | { ok: true; row: Row; /** if it differs from what `save` received */ sent?: Values }
  | { ok: false; stale: { row: Row; by: string | null } }
  | (Problem & {
      ok: false
      /** some fields were saved anyway; the others stay as typed */ partly?: { row: Row; names: readonly (keyof Values & string)[] }
    })
  | null

type EditFormOptions<Row, Values> = {
  /** the initial row of the form */
  row: Row
  valuesOf: (row: Row) => Values
  /** validates the values, as they would be saved over `row`: errors by field, in the order of the form */
  check?: (values: Values, row: Row) => FieldErrors
  /** saves over `row`; `changes` are the fields that differ from it */
  save: (edit: { values: Values; changes: Partial<Values>; row: Row }) => Promise<EditOutcome<Row, Values>>
  /** the message for an error that `save` throws */
  failed: (error: unknown) => string
  /** A part of the form is not ready to be sent, e.g. pictures are being read: until then nothing is. */
  waiting?: boolean
  /** called with the row that the form edits from now on: saved here, taken over what was typed, or read again below it */
  onRow?: (row: Row, from: 'saved' | 'taken' | 'read') => unknown
  /** for a form that closes: called once it was saved and nothing was typed since */
  onDone?: () => void
}

/** The state of a form that edits a row, shared by all such forms of the back office (docs/decisions/0053). */
export function useEditForm<Row, Values extends object>({
  row: read,
  valuesOf,
  check = () => ({}),
  save,
  failed,
  waiting = false,
  onRow,
  onDone,
}: EditFormOptions<Row, Values>) {
  const [edit, setEdit] = useState(() => editOf(read, valuesOf(read)))
  const submit = useSubmit(failed)
  const { row, values, stale } = edit
  const before = valuesOf(row)
  const changes = changesBetween(before, values)
  const changed = Object.keys(changes).length
  const [ended, setEnded] = useState(false)
  const done = ended && changed === 0 && stale === null
  useEffect(() => {
    if (done) onDone?.()
    // oxlint-disable-next-line react/exhaustive-deps -- only when it is done
  }, [done])

  function take(next: Row) {
    setEdit(editOf(next, valuesOf(next)))
    submit.reset()
    onRow?.(next, 'taken')
  }

  const send =
    (over: Row, mine: Values): Send =>
    async () => {
      const outcome = await save({ values: mine, changes: changesBetween(valuesOf(over), mine), row: over })
      if (outcome === null) return undefined
      if (outcome.ok) {
        setEdit((was) => savedAs(was, outcome.row, valuesOf(outcome.row), outcome.sent ?? mine))
        setEnded(true)
        onRow?.(outcome.row, 'saved')
        return undefined
      }
      if ('stale' in outcome) {
        setEdit((was) => ({ ...was, stale: outcome.stale }))
        return undefined
      }
      const { partly } = outcome
      if (partly) {
        const sent = Object.fromEntries(partly.names.map((name) => [name, mine[name]])) as Partial<Values>
        setEdit((was) => savedAs(was, partly.row, valuesOf(partly.row), sent))
        onRow?.(partly.row, 'saved')
      }
      return outcome
    }

  /** What is wrong with the values, or the function that saves them over a row. */
  function toSend(over: Row, mine: Values): Problem | Send {
    const errors = check(mine, over)
    if (Object.keys(errors).length > 0) return { errors }
    setEdit((was) => ({ ...was, stale: null }))
    return send(over, mine)
  }

  function trySave(over: Row, mine: Values) {
    if (submit.busy || waiting) return undefined
    const next = toSend(over, mine)
    return typeof next === 'function' ? void submit.run(next) : submit.refuse(next)
  }

  return {
    row,
    values,
    before,
    changes,
    /** the number of fields that differ from the saved row */
    changed,
    stale: stale && { ...stale, values: valuesOf(stale.row) },
    saving: submit.busy,
    /** A new row is being saved: the form of the saved row follows, and would be without what is typed until then. */
    adding: submit.busy && row === null,
    waiting,
    attempt: submit.attempt,
    message: submit.message,
    errors: submit.errors,
    /** @param some the changed fields, or a function that computes them from the current values and row */
    set(some: Partial<Values> | ((now: Values, row: Row) => Partial<Values>)) {
      const changed = typeof some === 'function' ? some : () => some
      setEdit((was) => ({ ...was, values: { ...was.values, ...changed(was.values, was.row) } }))
      submit.setErrors((errors) => {
        if (Object.keys(errors).length === 0) return errors
        const edited = changed(values, row)
        return recheck(errors, Object.keys(edited), check(values, row), check({ ...values, ...edited }, row))
      })
    },
    /** Checks a field when the user leaves it. */
    leave(name: keyof Values & string) {
      const error = check(values, row)[name]
      if (error !== undefined) submit.setErrors((errors) => ({ ...errors, [name]: error }))
    },
    save: () => trySave(row, values),
    /** for a form element without a summary: the first wrong field takes the focus */
    onSubmit: submit.onSubmit(() => toSend(row, values)),
    discard() {
      setEdit(editOf(row, before))
      submit.reset()
    },
    /** The form begins again with this row: what is typed is given up, because the user said so. For all other rows there is `rebase`. */
    take,
    /**
     * The row was read again, after another action on it. What is typed stays.
     * @param by who changed it, if a typed field has another value now
     */
    rebase(next: Row, by: string | null = null) {
      setEdit((was) => readAgainAs(was, next, valuesOf(next), valuesOf(was.row), by))
      onRow?.(next, 'read')
    },
    takeTheirs: () => (stale ? take(stale.row) : undefined),
    saveMine() {
      if (!stale || waiting) return
      const merged = mergedOver(edit, stale.row, valuesOf(stale.row), before)
      setEdit(merged)
      trySave(merged.row, merged.values)
    },
    /** another action on the same row, e.g. back to the default */
    run: submit.run,
    showStale: (theirs: Row, by: string | null) => setEdit((was) => ({ ...was, stale: { row: theirs, by } })),
  }
}

/** The part of the form's state that `FormPage` shows. */
export type EditForm = Pick<ReturnType<typeof useEditForm>, 'changed' | 'saving' | 'adding' | 'waiting' | 'attempt' | 'message' | 'errors' | 'save' | 'discard'>
