import { useState } from 'react'
import { isEmail } from '#domain/shipping.ts'
import { isRole, ROLES } from '#domain/staff.ts'
import * as say from '#words/admin-people.ts'
import { inviteStaff, refusalOf, setRole } from '../../../data/admin-people.ts'
import type { Role, StaffMember } from '../../../data/admin-people.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, SelectField } from '../../../ui/field.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import type { FieldErrors } from '../../../ui/form-alert.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'

export type RoleChange = { kind: 'invite' } | { kind: 'change' | 'remove'; member: StaffMember }
type RoleDialogProps = { change: RoleChange; name: string; onClose: () => void; onDone: (role: Role | null, email: string) => void }

/** Invites somebody, changes a role or removes somebody; one's own password is asked again each time. */
export function RoleDialog({ change, name, onClose, onDone }: RoleDialogProps) {
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<{ message: string | null; attempt: number }>({ message: null, attempt: 0 })
  const title = change.kind === 'invite' ? say.invite : change.kind === 'remove' ? say.removeTitle(name) : say.changeFor(name)
  const button = change.kind === 'invite' ? say.sendInvite : change.kind === 'remove' ? say.remove : say.saveChange

  async function submit(data: FormData) {
    const email = String(data.get('email') ?? '').trim()
    const password = String(data.get('password') ?? '')
    const chosen = data.get('role')
    const role = change.kind === 'remove' || !isRole(chosen) ? null : chosen
    const wrong: FieldErrors = {
      ...(change.kind === 'invite' && !isEmail(email) ? { email: say.enterAddress } : {}),
      ...(password === '' ? { password: say.enterPassword } : {}),
    }
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return setFailure(({ attempt }) => ({ message: null, attempt: attempt + 1 }))
    setBusy(true)
    const refused = refusalOf(
      change.kind === 'invite' ? await inviteStaff(email, role ?? 'orders', password) : await setRole(change.member.user_id, role, password),
    )
    setBusy(false)
    if (refused === null) return onDone(role, email)
    if (refused === 'WRONG_PASSWORD') setErrors({ password: say.refusals.WRONG_PASSWORD })
    setFailure(({ attempt }) => ({ message: refused === 'WRONG_PASSWORD' ? null : say.refusals[refused], attempt: attempt + 1 }))
  }

  return (
    <Dialog open busy={busy} title={title} onClose={onClose}>
      <p>{change.kind === 'invite' ? say.inviteText : change.kind === 'remove' ? say.removeText : null}</p>
      <form
        noValidate
        className="mt-4 grid gap-4 text-ink"
        onChange={({ target }) => {
          const field = target.getAttribute('name') ?? ''
          setErrors((before) => Object.fromEntries(Object.entries(before).filter(([known]) => known !== field)))
        }}
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void submit(new FormData(event.currentTarget))
        }}
      >
        <FormAlert message={failure.message} fields={errors} attempt={failure.attempt} />
        {change.kind === 'invite' ? <Field label={say.address} name="email" type="email" autoComplete="off" maxLength={254} error={errors['email']} /> : null}
        {change.kind === 'remove' ? null : (
          <SelectField label={say.newRole} name="role" defaultValue={change.kind === 'change' ? change.member.role : 'orders'}>
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {say.roles[role]}
              </option>
            ))}
          </SelectField>
        )}
        <PasswordField label={say.password} name="password" autoComplete="current-password" hint={say.passwordHint} error={errors['password']} />
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="ctl" disabled={busy} onClick={onClose}>
            {say.cancel}
          </button>
          <button type="submit" className={change.kind === 'remove' ? 'ctl ctl-danger' : 'ctl ctl-main'} aria-disabled={busy}>
            {busy ? say.saving : button}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
