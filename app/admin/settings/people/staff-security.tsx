import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as say from '#words/admin-staff-security.ts'
import { fetchFactorRequired, setFactorRequired } from '../../../data/admin/staff/staff-security.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { fieldText, useSubmit } from '../../../ui/form/use-submit.ts'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { toast } from '../../../ui/overlay/toast.ts'

/** Whether staff must use two-step sign-in; for owners only. */
export function StaffSecurity() {
  const rule = useQuery({ queryKey: ['staff-security'], queryFn: fetchFactorRequired, staleTime: 0 })
  const [asking, setAsking] = useState(false)
  const required = rule.data
  if (required === undefined || required === null) return null
  return (
    <section className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md border border-line p-4 md:p-5" aria-label={say.heading}>
      <div className="min-w-0">
        <h2>{say.heading}</h2>
        <p className="mt-1 text-ink-2">{required ? say.required : say.optional}</p>
      </div>
      <button type="button" className="ctl" onClick={() => setAsking(true)}>
        {required ? say.stopRequiring : say.requireIt}
      </button>
      {asking ? (
        <RuleDialog
          required={required}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false)
            toast({ title: required ? say.notRequired : say.nowRequired, tone: 'success' })
            void rule.refetch()
          }}
        />
      ) : null}
    </section>
  )
}

function RuleDialog({ required, onClose, onDone }: { required: boolean; onClose: () => void; onDone: () => void }) {
  const form = useSubmit((error) => serverMessage(error, say.refusals.FAILED))
  const submit = form.onSubmit((data) => {
    const password = fieldText(data, 'password')
    if (password === '') return { errors: { password: say.enterPassword } }
    return async () => {
      const refused = await setFactorRequired(!required, password)
      if (refused === null) return onDone()
      return refused === 'WRONG_PASSWORD' ? { errors: { password: say.refusals.WRONG_PASSWORD } } : { message: say.refusals[refused] }
    }
  })

  return (
    <Dialog open busy={form.busy} title={required ? say.stopQuestion : say.requireQuestion} onClose={onClose}>
      <p>{required ? say.stopText : say.requireText}</p>
      <form noValidate className="mt-4 grid gap-4 text-ink" onChange={form.onChange} onSubmit={submit}>
        <FormAlert message={form.message} attempt={form.attempt} />
        <PasswordField label={say.password} name="password" autoComplete="current-password" hint={say.passwordHint} error={form.errors['password']} />
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="ctl" disabled={form.busy} onClick={onClose}>
            {say.cancel}
          </button>
          <button type="submit" className="ctl ctl-main" aria-disabled={form.busy}>
            {form.busy ? say.saving : required ? say.stopRequiring : say.requireIt}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
