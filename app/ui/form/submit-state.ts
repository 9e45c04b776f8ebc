/** What a form knows about its own submission. Pure; `use-submit.ts` keeps it in React. */
import type { FieldErrors } from './form-alert.tsx'

export type SubmitState = {
  /** an attempt is running; the fields stay editable */
  busy: boolean
  /** counts failed attempts, so that the same message takes the focus again */
  attempt: number
  /** the error of the form as a whole */
  message: string | null
  /** the errors of its fields, by name, in the order of the form */
  errors: FieldErrors
}

/** Why a form was not sent, or was refused. */
export type Problem = { message?: string | null; errors?: FieldErrors }

export const READY: SubmitState = { busy: false, attempt: 0, message: null, errors: {} }

export const started = ({ attempt }: SubmitState): SubmitState => ({ busy: true, attempt, message: null, errors: {} })

/** The attempt ended without an error: the form was saved, or the user cancelled. */
export const settled = (state: SubmitState): SubmitState => ({ ...state, busy: false })

export const refused = ({ attempt }: SubmitState, { message = null, errors = {} }: Problem): SubmitState => ({
  busy: false,
  attempt: attempt + 1,
  message,
  errors,
})

/** The user edited a field that cannot be checked in the browser: its error is hidden until the next attempt. */
export function withoutErrors(state: SubmitState, names: readonly string[]): SubmitState {
  if (!names.some((name) => name in state.errors)) return state
  return { ...state, errors: Object.fromEntries(Object.entries(state.errors).filter(([name]) => !names.includes(name))) }
}

/**
 * The errors after an edit: an error disappears as soon as its field is valid (docs/rules.md#forms), also when another field fixed it (an end before its
 * start). Errors that only the server can detect disappear when their own field is edited.
 *
 * @param before what the check found before the edit
 * @param after what it finds now
 */
export function recheck(errors: FieldErrors, edited: readonly string[], before: FieldErrors, after: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([name, error]): [string, string][] => {
      const now = after[name]
      if (now !== undefined) return [[name, now]]
      const fromServer = !(name in before)
      // `invoice.prefix` is an error of the field `invoice`.
      const own = edited.some((field) => name === field || name.startsWith(`${field}.`))
      return fromServer && !own ? [[name, error]] : []
    }),
  )
}
