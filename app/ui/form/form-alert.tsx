import { useEffect, useRef } from 'react'
import * as say from '#words/forms.ts'

export type FieldErrors = Record<string, string>

type FormAlertProps = {
  message?: string | null
  /** Messages by field name, in the order of the form; each links to its field. */
  fields?: FieldErrors
  /** Changes with every failed attempt, so that the same message takes the focus again. */
  attempt: number
}

/** The error message above a form. It takes the focus, because a message outside the viewport is not seen. */
export function FormAlert({ message, fields = {}, attempt }: FormAlertProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempt > 0) box.current?.focus()
  }, [attempt])
  const names = Object.keys(fields)
  if (!message && names.length === 0) return null
  return (
    <div ref={box} role="alert" tabIndex={-1} className="rounded-sm border-l-4 border-cancelled bg-cancelled-tint px-4 py-3 text-cancelled outline-offset-2">
      <p className="font-[550]">{message ?? (names.length === 1 ? say.oneFieldNeedsAnotherLook : say.fieldsNeedAnotherLook(names.length))}</p>
      {names.length > 0 && (
        <ul className="mt-1 grid gap-1">
          {names.map((name) => (
            <li key={name}>
              <button
                type="button"
                className="text-left underline underline-offset-4"
                onClick={(event) => focusField(name, event.currentTarget.form ?? document)}
              >
                {fields[name]}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** @param within a container, because a page may have two forms with a field of this name */
export function focusField(name: string, within: ParentNode = document): void {
  within.querySelector<HTMLElement>(`:is(input, select, textarea, button)[name="${CSS.escape(name)}"]`)?.focus()
}
