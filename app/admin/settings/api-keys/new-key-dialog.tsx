import { useEffect, useRef, useState } from 'react'
import { isKeyRole, KEY_LIVES, KEY_ROLES, MAX_KEY_NAME } from '#domain/shop/api-keys.ts'
import type { KeyRole } from '#domain/shop/api-keys.ts'
import * as say from '#words/admin-api-keys.ts'
import { createApiKey } from '../../../data/admin/settings/api-keys.ts'
import type { KeyRefusal } from '../../../data/admin/settings/api-keys.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { Field, SelectField } from '../../../ui/form/field.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import type { FieldErrors } from '../../../ui/form/form-alert.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { fieldText, useSubmit } from '../../../ui/form/use-submit.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'

/** The field that a refusal is about. */
const FIELDS: Partial<Record<KeyRefusal, string>> = { WRONG_PASSWORD: 'password', NAME_TAKEN: 'name' }

type Made = { name: string; role: KeyRole; secret: string }

/** Creates a key and shows its secret this once: it is stored nowhere that can be read. */
export function NewKeyDialog({ onClose, onMade }: { onClose: () => void; onMade: () => void }) {
  const [made, setMade] = useState<Made | null>(null)
  const [role, setRole] = useState<KeyRole>('orders')
  const form = useSubmit((error) => serverMessage(error, say.refusals.FAILED))
  const submit = form.onSubmit((data) => {
    const name = fieldText(data, 'name').trim()
    const password = fieldText(data, 'password')
    const days = Number(fieldText(data, 'days'))
    const errors: FieldErrors = { ...(name === '' ? { name: say.enterName } : {}), ...(password === '' ? { password: say.enterPassword } : {}) }
    if (Object.keys(errors).length > 0) return { errors }
    return async () => {
      const answer = await createApiKey({ name, role, days: days > 0 ? days : null }, password)
      if ('secret' in answer) {
        setMade({ name, role, secret: answer.secret })
        return onMade()
      }
      const text = say.refusals[answer.refused]
      const field = FIELDS[answer.refused]
      return field === undefined ? { message: text } : { errors: { [field]: text } }
    }
  })
  // Only its button closes the secret: Escape or a press beside it would lose the key.
  return (
    <Dialog open busy={form.busy || made !== null} title={made === null ? say.add : say.createdTitle(made.name)} onClose={onClose}>
      {made === null ? (
        <form noValidate className="grid gap-4 text-ink" onChange={form.onChange} onSubmit={submit}>
          <FormAlert message={form.message} fields={form.errors} attempt={form.attempt} />
          <Field label={say.name} name="name" autoComplete="off" maxLength={MAX_KEY_NAME} hint={say.nameHint} error={form.errors['name']} />
          <SelectField
            label={say.role}
            name="role"
            value={role}
            hint={say.roleTexts[role]}
            onChange={({ currentTarget: { value } }) => (isKeyRole(value) ? setRole(value) : undefined)}
          >
            {KEY_ROLES.map((one) => (
              <option key={one} value={one}>
                {say.roles[one]}
              </option>
            ))}
          </SelectField>
          <SelectField label={say.expiry} name="days" defaultValue="365">
            {KEY_LIVES.map((days) => (
              <option key={days} value={days ?? 'never'}>
                {say.lives[days ?? 'never']}
              </option>
            ))}
          </SelectField>
          <PasswordField label={say.password} name="password" autoComplete="current-password" hint={say.passwordHint} error={form.errors['password']} />
          <div className="flex flex-wrap justify-end gap-3">
            <button type="button" className="ctl" disabled={form.busy} onClick={onClose}>
              {say.cancel}
            </button>
            <button type="submit" className="ctl ctl-main" aria-disabled={form.busy}>
              {form.busy ? say.creating : say.create}
            </button>
          </div>
        </form>
      ) : (
        <Secret made={made} onClose={onClose} />
      )}
    </Dialog>
  )
}

function Secret({ made: { role, secret }, onClose }: { made: Made; onClose: () => void }) {
  // The button says it, since a toast would be behind the dialog.
  const [copied, setCopied] = useState<'yes' | 'refused' | null>(null)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => setCopied('yes'),
      () => setCopied('refused'),
    )
  return (
    <div className="grid gap-4">
      <p className="rounded-sm bg-pending-tint px-4 py-3 font-medium text-ink">{say.onlyNow}</p>
      <div ref={box} role="group" aria-label={say.secret} tabIndex={-1} className="rounded-sm bg-sunken px-4 py-4 outline-none">
        <code className="num block [overflow-wrap:anywhere] text-ink select-all">{secret}</code>
      </div>
      <p>{say.keepSecret(say.roles[role])}</p>
      <div className="flex flex-wrap items-center justify-end gap-3">
        <p role="status" className="mr-auto">
          {copied === null ? '' : copied === 'yes' ? say.copied : say.copyRefused}
        </p>
        <button type="button" className="ctl" onClick={() => void copy()}>
          {say.copy}
        </button>
        <button type="button" className="ctl ctl-main" onClick={onClose}>
          {say.done}
        </button>
      </div>
    </div>
  )
}
