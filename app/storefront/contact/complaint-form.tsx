import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { checkComplaint } from '#domain/shop/complaint.ts'
import { isUuid } from '#domain/text/uuid.ts'
import * as say from '#words/contact.tsx'
import { fileComplaint } from '../../data/shop/complaints.ts'
import { useSession } from '../../data/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextAreaField } from '../../ui/form/field.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import { useHydrated } from '../../ui/hooks/use-hydrated.ts'
import { OrderChoice } from './order-choice.tsx'
import { useRoot } from '../shell/use-root.ts'

type Values = { name: string; email: string; phone: string; order_id: string; message: string }
const EMPTY: Values = { name: '', email: '', phone: '', order_id: '', message: '' }

const REFUSALS = {
  TOO_MANY: say.tooMany,
  FAILED: say.failed,
}

/**
 * A complaint form that gives a ticket number (E-Commerce Rules 2020). It validates with the same check as the server. `?order=` names the order: signed-in
 * buyers get it selected (order-choice.tsx), signed-out visitors get it written above their message.
 */
export function ComplaintForm() {
  const { status, user, profile: own, ended } = useSession()
  // The name is still known if the session expired while the customer was writing.
  const profile = own ?? ended?.profile
  const person = user ?? ended?.user
  const [params] = useSearchParams()
  const named = params.get('order')
  const asked = isUuid(named) ? named.toLowerCase() : ''
  // Only signed-in customers can choose an order; for a visitor, its id becomes part of the message.
  const about = status === 'signed-out' && asked !== '' ? say.aboutOrder(asked.slice(0, 8)) : null
  const { settings } = useRoot()
  const hydrated = useHydrated()
  const [values, setValues] = useState<Partial<Values>>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [message, setMessage] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  const [number, setNumber] = useState<string | null>(null)
  const trap = useRef<HTMLInputElement>(null)

  // The account's data fills the fields until the customer changes them.
  const known: Values = {
    ...EMPTY,
    name: profile?.full_name ?? person?.fullName ?? '',
    email: person?.email ?? '',
    phone: profile?.phone ?? '',
  }
  const filled: Values = { ...known, ...values, ...(user ? {} : { order_id: '' }) }
  const fill = (name: keyof Values, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    if (!(name in errors)) return
    const checked = checkComplaint({ ...filled, [name]: value })
    if (checked.ok || !(name in checked.fields)) setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => field !== name)))
  }
  const checkOne = (name: keyof Values) => {
    const checked = checkComplaint(filled)
    const error = checked.ok ? undefined : checked.fields[name]
    if (error !== undefined && filled[name] !== '') setErrors((before) => ({ ...before, [name]: error }))
  }
  const fail = (fields: Record<string, string>, sentence: string | null) => {
    setErrors(fields)
    setMessage(sentence)
    setAttempt((count) => count + 1)
  }

  async function send() {
    const checked = checkComplaint(filled)
    if (!checked.ok) return fail(checked.fields, null)
    setBusy(true)
    const { message: words } = checked.complaint
    const result = await fileComplaint({ ...checked.complaint, message: about === null ? words : `${about}\n\n${words}` }, trap.current?.value ?? '')
    setBusy(false)
    if (result.ok) setNumber(result.number)
    else if (result.code === 'INVALID') fail(result.fields, null)
    else fail({}, REFUSALS[result.code])
  }

  if (number !== null) {
    return (
      <Filed
        number={number}
        email={filled.email}
        again={() => {
          setNumber(null)
          setValues({})
          setErrors({})
          setMessage(null)
        }}
      />
    )
  }

  const text = (name: keyof Values) => ({ name, value: filled[name], error: errors[name], onBlur: () => checkOne(name) })
  return (
    <form
      noValidate
      aria-labelledby="complaint"
      className="rounded-lg border border-line bg-surface p-5 md:p-8"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void send()
      }}
    >
      <h2 id="complaint" className="text-2xl">
        {say.fileAComplaint}
      </h2>
      <p className="mt-2 mb-5 text-ink-2">{say.formLead}</p>
      <div className="grid gap-5">
        <FormAlert message={message} fields={errors} attempt={attempt} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={say.fullName} autoComplete="name" {...text('name')} onChange={(event) => fill('name', event.target.value)} />
          <Field
            label={say.email}
            type="email"
            inputMode="email"
            autoComplete="email"
            {...text('email')}
            onChange={(event) => fill('email', event.target.value)}
          />
        </div>
        <Field
          label={say.mobileNumber}
          optional
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint={say.whyPhone}
          {...text('phone')}
          onChange={(event) => fill('phone', event.target.value)}
        />
        {user ? (
          <OrderChoice key={user.id} userId={user.id} value={filled.order_id} error={errors['order_id']} onChange={(id) => fill('order_id', id)} />
        ) : about === null ? null : (
          <p className="num rounded-sm bg-plum-50 px-4 py-3 font-medium text-plum-900">{about}</p>
        )}
        <TextAreaField
          label={say.whatHappened}
          rows={6}
          // Leaves room for the line that names the order.
          maxLength={about === null ? 4000 : 3960}
          hint={user || about !== null ? say.messageHint : say.messageHintVisitor}
          {...text('message')}
          onChange={(event) => fill('message', event.target.value)}
        />
        <div className="hidden" aria-hidden="true">
          <label>
            {say.trap}
            <input ref={trap} name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <Button type="submit" variant="primary" size="main" busy={busy} busyText={say.sending} disabled={!hydrated}>
          {say.send}
        </Button>
        <noscript>
          <p className="text-sm text-ink-2">{say.withoutScripts(settings.grievanceEmail || settings.email)}</p>
        </noscript>
      </div>
    </form>
  )
}

function Filed({ number, email, again }: { number: string; email: string; again: () => void }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <section ref={box} tabIndex={-1} aria-labelledby="filed" role="status" className="rounded-lg border border-line bg-surface p-6 outline-offset-4 md:p-8">
      <span className="grid size-12 place-items-center rounded-full bg-leaf-100 text-leaf-700">
        <Icon name="check" size={26} />
      </span>
      <h2 id="filed" className="mt-4 text-2xl">
        {say.received}
      </h2>
      <p className="mt-3 text-ink-2">{say.ticketNumberIs}</p>
      <p className="num mt-1 text-2xl font-[650] tracking-wide text-plum-900 select-all">{number}</p>
      <p className="mt-3 text-ink-2">{say.sentTo(email)}</p>
      <Button variant="second" className="mt-6" onClick={again}>
        {say.fileAnother}
      </Button>
    </section>
  )
}
