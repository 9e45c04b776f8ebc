import { useState } from 'react'
import { isEmail } from '#domain/addresses/shipping.ts'
import * as say from '#words/admin-access.ts'
import { ACCESS_KEY } from '../../data/admin/staff/access.ts'
import type { Access } from '../../data/admin/staff/access.ts'
import { updateProfile } from '../../data/account/profile.ts'
import { queryClient } from '../../data/api/queries.ts'
import { refreshProfile } from '../../data/session/session.ts'
import { loadSupabase } from '../../data/api/supabase.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { fieldText, useSubmit } from '../../ui/form/use-submit.ts'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import type { FieldErrors } from '../../ui/form/form-alert.tsx'
import { toast } from '../../ui/overlay/toast.ts'

/** Asks an owner without a name for it at the first sign-in, because every line of the history shows it. */
export function FirstName({ userId, access }: { userId: string; access: Access }) {
  const [open, setOpen] = useState(true)
  const form = useSubmit((error) => (error instanceof Error ? error.message : say.notSaved))
  const submit = form.onSubmit((data) => {
    const name = fieldText(data, 'full_name').trim()
    const email = fieldText(data, 'email').trim()
    const errors: FieldErrors = { ...(name === '' ? { full_name: say.enterName } : {}), ...(isEmail(email) ? {} : { email: say.enterEmail }) }
    if (Object.keys(errors).length > 0) return { errors }
    return async () => {
      await updateProfile(userId, { full_name: name })
      if (email.toLowerCase() !== access.email.toLowerCase()) {
        const client = await loadSupabase()
        const { error } = await client.auth.updateUser({ email })
        if (error) throw new Error(error.message)
        toast({ title: say.nameSaved, description: say.emailSent(email), tone: 'success' })
      } else toast({ title: say.nameSaved, tone: 'success' })
      setOpen(false)
      await Promise.all([refreshProfile(), queryClient.invalidateQueries({ queryKey: ACCESS_KEY })])
    }
  })

  return (
    <Dialog open={open} busy={form.busy} title={say.welcome} onClose={() => setOpen(false)}>
      <p>{say.welcomeText}</p>
      <form noValidate className="mt-4 grid gap-4 text-ink" onChange={form.onChange} onSubmit={submit}>
        <FormAlert message={form.message} fields={form.errors} attempt={form.attempt} />
        <Field label={say.yourName} name="full_name" autoComplete="name" maxLength={120} error={form.errors['full_name']} />
        <Field
          label={say.yourEmail}
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          defaultValue={access.email}
          hint={say.emailHint}
          error={form.errors['email']}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="ctl" disabled={form.busy} onClick={() => setOpen(false)}>
            {say.later}
          </button>
          <button type="submit" className="ctl ctl-main" aria-disabled={form.busy}>
            {form.busy ? say.saving : say.save}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
