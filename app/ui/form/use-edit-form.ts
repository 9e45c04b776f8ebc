import { useState } from 'react'
import type { FieldErrors } from '../form-alert.tsx'
import { changesBetween, editOf, mergedOver, savedAs } from './edit-state.ts'
import { recheck } from './submit-state.ts'
import type { Problem } from './submit-state.ts'
import { useSubmit } from './use-submit.ts'
import type { Send } from './use-submit.ts'

/** What came of a save. null: the person changed their mind, or nothing was to be saved. */
export type EditOutcome<Row, Values> =
  | { ok: true; row: Row; /** where it is not what `save` was given */ sent?: Values }
  | { ok: false; stale: { row: Row; by: string | null } }
  | (Problem & {
      ok: false
      /** some fields were saved all the same; the others stay as typed */ partly?: { row: Row; names: readonly (keyof Values & string)[] }
    })
  | null

type EditFormOptions<Row, Values> = {
  /** what the form begins with */
  row: Row
  valuesOf: (row: Row) => Values
  /** what is wrong with the values, by field and in the order of the form */
  check?: (values: Values) => FieldErrors
  /** writes over `row`; `changes` are the fields that differ from it */
  save: (edit: { values: Values; changes: Partial<Values>; row: Row }) => Promise<EditOutcome<Row, Values>>
  /** the sentence for an error that `save` throws */
  failed: (error: unknown) => string
  /** the row that the form shows from now on: saved here, or taken from someone else */
  onRow?: (row: Row) => unknown
}

/** The state of a form that edits a row: what every such form of the back office does (docs/decisions/0053). */
export function useEditForm<Row, Values extends object>({ row: read, valuesOf, check = () => ({}), save, failed, onRow }: EditFormOptions<Row, Values>) {
  const [edit, setEdit] = useState(() => editOf(read, valuesOf(read)))
  const submit = useSubmit(failed)
  const { row, values, stale } = edit
  const before = valuesOf(row)
  const changes = changesBetween(before, values)

  function take(next: Row) {
    setEdit(editOf(next, valuesOf(next)))
    submit.reset()
    onRow?.(next)
  }

  const send =
    (over: Row, mine: Values): Send =>
    async () => {
      const outcome = await save({ values: mine, changes: changesBetween(valuesOf(over), mine), row: over })
      if (outcome === null) return undefined
      if (outcome.ok) {
        setEdit((was) => savedAs(was, outcome.row, valuesOf(outcome.row), outcome.sent ?? mine))
        onRow?.(outcome.row)
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
        onRow?.(partly.row)
      }
      return outcome
    }

  function trySave(over: Row, mine: Values) {
    if (submit.busy) return undefined
    const errors = check(mine)
    if (Object.keys(errors).length > 0) return submit.refuse({ errors })
    setEdit((was) => ({ ...was, stale: null }))
    return void submit.run(send(over, mine))
  }

  return {
    row,
    values,
    before,
    changes,
    /** how many fields differ from what is saved */
    changed: Object.keys(changes).length,
    stale: stale && { ...stale, values: valuesOf(stale.row) },
    saving: submit.busy,
    attempt: submit.attempt,
    message: submit.message,
    errors: submit.errors,
    /** @param some the fields that change, or what makes them of the values and the row as they are by then */
    set(some: Partial<Values> | ((now: Values, row: Row) => Partial<Values>)) {
      const changed = typeof some === 'function' ? some : () => some
      setEdit((was) => ({ ...was, values: { ...was.values, ...changed(was.values, was.row) } }))
      submit.setErrors((errors) => {
        if (Object.keys(errors).length === 0) return errors
        const edited = changed(values, row)
        return recheck(errors, Object.keys(edited), check(values), check({ ...values, ...edited }))
      })
    },
    /** A field is checked when it is left. */
    leave(name: keyof Values & string) {
      const error = check(values)[name]
      if (error !== undefined) submit.setErrors((errors) => ({ ...errors, [name]: error }))
    },
    save: () => trySave(row, values),
    discard() {
      setEdit(editOf(row, before))
      submit.reset()
    },
    take,
    takeTheirs: () => (stale ? take(stale.row) : undefined),
    saveMine() {
      if (!stale) return
      const merged = mergedOver(edit, stale.row, valuesOf(stale.row), before)
      setEdit(merged)
      trySave(merged.row, merged.values)
    },
    /** another act on the same row, e.g. back to the default */
    run: submit.run,
    showStale: (theirs: Row, by: string | null) => setEdit((was) => ({ ...was, stale: { row: theirs, by } })),
  }
}

/** What `FormPage` shows of it. */
export type EditForm = Pick<ReturnType<typeof useEditForm>, 'changed' | 'saving' | 'attempt' | 'message' | 'errors' | 'save' | 'discard'>
