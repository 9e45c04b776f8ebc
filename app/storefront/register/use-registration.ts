import { useState } from 'react'
import type { FormEvent } from 'react'
import * as say from '#words/sign-in.tsx'
import { firstNotices } from '../../data/account/consents.ts'
import { register } from '../../data/session/sign-in.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { registrationError } from './check-registration.ts'
import type { Registration } from './check-registration.ts'

type Failure = { message: string; fields: (keyof Registration)[]; attempt: number }
export type Registered = { fullName: string; email: string }

/**
 * The state of a form that registers a customer: its errors, and whether it is being sent. A form without a second password field
 * shows the password instead. `after` is the address that the mailed link opens; `onRegistered` gets the trimmed input.
 */
export function useRegistration(onRegistered: (input: Registered) => void, after?: string) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  /** Removes an error as soon as its field is valid (docs/rules.md#forms). */
  function fixed(form: HTMLFormElement) {
    if (!failure?.fields.length) return
    const now = registrationError(registrationOf(form))
    const fields = failure.fields.filter((name) => now?.message === failure.message && now.fields.includes(name))
    setFailure(fields.length === 0 ? null : { ...failure, fields })
  }

  async function submit(form: HTMLFormElement) {
    const input = registrationOf(form)
    const offers = new FormData(form).get('offers') === 'on'
    const attempt = (failure?.attempt ?? 0) + 1
    const wrong = registrationError(input)
    if (wrong) {
      setFailure({ ...wrong, attempt })
      return
    }
    setFailure(null)
    setBusy(true)
    const [fullName, email] = [input.fullName.trim(), input.email.trim()]
    const result = await register(fullName, email, input.password, firstNotices(offers), after)
    if (result.ok) {
      // It stays busy: the form is left, and may not be sent again until then.
      toast({ title: say.registered, tone: 'success' })
      onRegistered({ fullName, email })
      return
    }
    setBusy(false)
    setFailure({ message: result.message, fields: [], attempt })
  }

  const errorOf = (name: keyof Registration) =>
    failure?.fields.includes(name) ? (failure.message === say.fillInAllFields ? say.fillThisIn : failure.message) : null

  return {
    busy,
    errorOf,
    alert: { message: failure?.message, attempt: failure?.attempt ?? 0 },
    form: {
      noValidate: true,
      onInput: (event: FormEvent<HTMLFormElement>) => fixed(event.currentTarget),
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (!busy) void submit(event.currentTarget)
      },
    },
  }
}

function registrationOf(form: HTMLFormElement): Registration {
  const data = new FormData(form)
  const text = (name: keyof Registration) => String(data.get(name) ?? '')
  const password = text('password')
  return { fullName: text('fullName'), email: text('email'), password, confirmPassword: data.has('confirmPassword') ? text('confirmPassword') : password }
}
