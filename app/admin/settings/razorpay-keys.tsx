import { useId } from 'react'
import { formatDate } from '#domain/time/dates.ts'
import * as say from '#words/admin-settings.ts'
import { endPreviousSecrets, setRazorpayKeys } from '../../data/admin/settings/settings.ts'
import type { RazorpayKeys as Keys, RazorpaySetup } from '../../data/admin/settings/settings.ts'
import { serverMessage } from '../../data/api/server-message.ts'
import { Field } from '../../ui/form/field.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { fieldText, useSubmit } from '../../ui/form/use-submit.ts'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { withOwnerPassword } from '../ui/owner-password.tsx'

/** Named as in the server's answer. */
const FIELDS: Partial<Record<string, keyof Keys>> = { key_id: 'keyId', key_secret: 'keySecret', webhook_secret: 'webhookSecret' }

/** Write-only: the form says whether a key is set and never shows it. A separate form, because it is saved by a separate call. */
export function RazorpayKeys({ setup, onSaved }: { setup: RazorpaySetup; onSaved: () => void }) {
  const leakedHint = useId()
  const form = useSubmit((error) => serverMessage(error, say.keysFailed))

  const submit = form.onSubmit((data, element) => async () => {
    const text = (name: keyof Keys) => fieldText(data, name).trim()
    const keys = { keyId: text('keyId'), keySecret: text('keySecret'), webhookSecret: text('webhookSecret') }
    const answer = await withOwnerPassword((password) => setRazorpayKeys(keys, password))
    if (answer === null) return undefined
    if (!answer.ok) {
      const field = FIELDS[answer.field ?? '']
      return field ? { errors: { [field]: say.keyWrong } } : { message: answer.message ?? say.keysFailed }
    }
    if (data.get('leaked') === 'on') await endPreviousSecrets()
    element.reset()
    toast({ title: say.keysSaved, tone: 'success' })
    return onSaved()
  })

  const endNow = () =>
    form.run(async () => {
      try {
        await endPreviousSecrets()
      } catch (error) {
        return { message: serverMessage(error, say.previousNotEnded) }
      }
      toast({ title: say.previousEnded, tone: 'success' })
      return onSaved()
    })

  const stateOf = (set: boolean) => (set ? say.isSet : say.isNotSet)
  return (
    <form noValidate autoComplete="off" className="mt-6 grid gap-4 rounded-md border border-line p-4 md:p-5" onChange={form.onChange} onSubmit={submit}>
      <div>
        <h2>{say.keysTitle}</h2>
        <p className="mt-1 text-ink-2">{say.keysText}</p>
      </div>
      <FormAlert message={form.message} attempt={form.attempt} />
      <Field
        label={say.keyId}
        name="keyId"
        autoComplete="off"
        spellCheck={false}
        maxLength={50}
        placeholder="rzp_live_…"
        hint={setup.key_id ?? say.isNotSet}
        error={form.errors['keyId']}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <PasswordField
          label={say.keySecret}
          name="keySecret"
          autoComplete="new-password"
          hint={stateOf(setup.key_secret_set)}
          error={form.errors['keySecret']}
        />
        <PasswordField
          label={say.webhookSecret}
          name="webhookSecret"
          autoComplete="new-password"
          hint={stateOf(setup.webhook_secret_set)}
          error={form.errors['webhookSecret']}
        />
      </div>
      <div>
        <label className="flex items-start gap-2 touch:py-3">
          <input type="checkbox" name="leaked" aria-describedby={leakedHint} className="mt-1" />
          {say.leaked}
        </label>
        <p id={leakedHint} className="pl-[21px] text-ink-2">
          {say.leakedHint}
        </p>
      </div>
      {setup.previous_until === null ? null : (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-sm bg-pending-tint px-4 py-3 text-ink">
          <p className="min-w-0 flex-1">{say.previousCounts(formatDate(setup.previous_until))}</p>
          <button type="button" className="ctl ctl-danger" aria-disabled={form.busy} onClick={() => void endNow()}>
            {say.endPrevious}
          </button>
        </div>
      )}
      <p className="text-sm text-ink-2">
        {say.webhook}: <code className="break-all text-ink">{`${window.location.origin}/functions/v1/razorpay-webhook`}</code>
      </p>
      <div className="flex justify-end">
        <button type="submit" aria-disabled={form.busy} className="ctl ctl-main">
          {say.saveKeys}
        </button>
      </div>
    </form>
  )
}
