import { isEmail } from '#domain/addresses/shipping.ts'
import { isRole, ROLES } from '#domain/shop/staff.ts'
import * as say from '#words/admin-people.ts'
import { inviteStaff, refusalOf, setRole } from '../../../data/admin/staff/people.ts'
import type { Role, StaffMember } from '../../../data/admin/staff/people.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { Field, SelectField } from '../../../ui/form/field.tsx'
import { fieldText, useSubmit } from '../../../ui/form/use-submit.ts'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import type { FieldErrors } from '../../../ui/form/form-alert.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'

export type RoleChange = { kind: 'invite' } | { kind: 'change' | 'remove'; member: StaffMember }
type RoleDialogProps = { change: RoleChange; name: string; onClose: () => void; onDone: (role: Role | null, email: string) => void }

/** Invites someone, changes a role or removes someone; each time, owners enter their own password again. */
export function RoleDialog({ change, name, onClose, onDone }: RoleDialogProps) {
  const form = useSubmit((error) => serverMessage(error, say.refusals.FAILED))
  const title = change.kind === 'invite' ? say.invite : change.kind === 'remove' ? say.removeTitle(name) : say.changeFor(name)
  const button = change.kind === 'invite' ? say.sendInvite : change.kind === 'remove' ? say.remove : say.saveChange

  const submit = form.onSubmit((data) => {
    const email = fieldText(data, 'email').trim()
    const password = fieldText(data, 'password')
    const chosen = data.get('role')
    const role = change.kind === 'remove' || !isRole(chosen) ? null : chosen
    const errors: FieldErrors = {
      ...(change.kind === 'invite' && !isEmail(email) ? { email: say.enterAddress } : {}),
      ...(password === '' ? { password: say.enterPassword } : {}),
    }
    if (Object.keys(errors).length > 0) return { errors }
    return async () => {
      const refused = refusalOf(
        change.kind === 'invite' ? await inviteStaff(email, role ?? 'orders', password) : await setRole(change.member.user_id, role, password),
      )
      if (refused === null) return onDone(role, email)
      return refused === 'WRONG_PASSWORD' ? { errors: { password: say.refusals.WRONG_PASSWORD } } : { message: say.refusals[refused] }
    }
  })

  return (
    <Dialog open busy={form.busy} title={title} onClose={onClose}>
      <p>{change.kind === 'invite' ? say.inviteText : change.kind === 'remove' ? say.removeText : null}</p>
      <form noValidate className="mt-4 grid gap-4 text-ink" onChange={form.onChange} onSubmit={submit}>
        <FormAlert message={form.message} fields={form.errors} attempt={form.attempt} />
        {change.kind === 'invite' ? (
          <Field label={say.address} name="email" type="email" autoComplete="off" maxLength={254} error={form.errors['email']} />
        ) : null}
        {change.kind === 'remove' ? null : (
          <SelectField label={say.newRole} name="role" defaultValue={change.kind === 'change' ? change.member.role : 'orders'}>
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {say.roles[role]}
              </option>
            ))}
          </SelectField>
        )}
        <PasswordField label={say.password} name="password" autoComplete="current-password" hint={say.passwordHint} error={form.errors['password']} />
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="ctl" disabled={form.busy} onClick={onClose}>
            {say.cancel}
          </button>
          <button type="submit" className={change.kind === 'remove' ? 'ctl ctl-danger' : 'ctl ctl-main'} aria-disabled={form.busy}>
            {form.busy ? say.saving : button}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
