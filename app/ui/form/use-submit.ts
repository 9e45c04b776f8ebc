import { useEffect, useRef, useState } from 'react'
import type { ChangeEvent, SyntheticEvent } from 'react'
import { READY, refused, settled, started, withoutErrors } from './submit-state.ts'
import type { Problem } from './submit-state.ts'

/** Sends the form. Returns nothing on success, or a problem to show. */
export type Send = () => Promise<Problem | void>

/**
 * The submission of one form: at most one attempt at a time, the fields stay as typed, and errors are shown (docs/decisions/0053).
 *
 * @param failed the message for a thrown error: no connection, an expired session, a refusal of the server
 */
export function useSubmit(failed: (error: unknown) => string) {
  const [state, setState] = useState(READY)
  // A second click may come before the first one has rendered.
  const running = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (state.attempt > 0) focusFirstError(form.current)
  }, [state.attempt])

  const refuse = (problem: Problem) => setState((was) => refused(was, problem))

  async function run(send: Send) {
    if (running.current) return
    running.current = true
    setState(started)
    let problem: Problem | void
    try {
      problem = await send()
    } catch (error) {
      problem = { message: failed(error) }
    }
    running.current = false
    setState((was) => (problem ? refused(was, problem) : settled(was)))
  }

  return {
    ...state,
    run,
    refuse,
    /** `read` returns either the problem of the form, or the function that sends it. */
    onSubmit: (read: (data: FormData, form: HTMLFormElement) => Problem | Send) => (event: SyntheticEvent<HTMLFormElement>) => {
      event.preventDefault()
      // A dialog's form is inside the page's form in the React tree; without this, both would be sent.
      event.stopPropagation()
      form.current = event.currentTarget
      if (running.current) return
      const next = read(new FormData(event.currentTarget), event.currentTarget)
      if (typeof next === 'function') void run(next)
      else refuse(next)
    },
    /** For the form element: editing a field removes its error. */
    onChange: ({ target }: ChangeEvent<HTMLFormElement>) => setState((was) => withoutErrors(was, [target.getAttribute('name') ?? ''])),
    /** For a field that is not a form control. */
    edited: (...names: string[]) => setState((was) => withoutErrors(was, names)),
    setErrors: (next: (errors: typeof state.errors) => typeof state.errors) => setState((was) => ({ ...was, errors: next(was.errors) })),
    reset: () => setState(READY),
  }
}

/** Focuses the first invalid field, unless a summary has taken the focus. */
function focusFirstError(form: HTMLFormElement | null) {
  if (!form || form.querySelector('[role="alert"]')) return
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}

/** The raw text of a field. */
export function fieldText(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}
