import { useId, useState } from 'react'
import { formatDate } from '#domain/dates.ts'
import * as say from '#words/admin-settings.ts'
import { endPreviousSecrets, setRazorpayKeys } from '../../data/admin-settings.ts'
import type { RazorpayKeys as Keys, RazorpaySetup } from '../../data/admin-settings.ts'
import { serverMessage } from '../../data/server-message.ts'
import { Field } from '../../ui/field.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.ts'
import { withOwnerPassword } from '../ui/owner-password.tsx'

/** As the answer names them. */
const FIELDS: Partial<Record<string, keyof Keys>> = { key_id: 'keyId', key_secret: 'keySecret', webhook_secret: 'webhookSecret' }

/** Write-only: what is set is told, never shown. A form of its own, since it is saved by a call of its own. */
export function RazorpayKeys({ setup, onSaved }: { setup: RazorpaySetup; onSaved: () => void }) {
  const leakedHint = useId()
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<keyof Keys | null>(null)
  const [failure, setFailure] = useState<{ message?: string; attempt: number }>({ attempt: 0 })

  async function submit(form: HTMLFormElement) {
    const data = new FormData(form)
    const text = (name: keyof Keys) => String(data.get(name) ?? '').trim()
    setBusy(true)
    setFailure(({ attempt }) => ({ attempt }))
    try {
      const keys = { keyId: text('keyId'), keySecret: text('keySecret'), webhookSecret: text('webhookSecret') }
      const answer = await withOwnerPassword((password) => setRazorpayKeys(keys, password))
      if (answer === null) return
      const field = answer.ok ? undefined : FIELDS[answer.field ?? '']
      setWrong(field ?? null)
      if (!answer.ok && !field) throw new Error(answer.message ?? say.keysFailed)
      if (answer.ok) {
        if (data.get('leaked') === 'on') await endPreviousSecrets()
        form.reset()
        toast({ title: say.keysSaved, tone: 'success' })
        onSaved()
      }
    } catch (error) {
      setFailure(({ attempt }) => ({ message: serverMessage(error, say.keysFailed), attempt: attempt + 1 }))
    } finally {
      setBusy(false)
    }
  }

  async function endNow() {
    setBusy(true)
    setFailure(({ attempt }) => ({ attempt }))
    try {
      await endPreviousSecrets()
      toast({ title: say.previousEnded, tone: 'success' })
      onSaved()
    } catch (error) {
      setFailure(({ attempt }) => ({ message: serverMessage(error, say.previousNotEnded), attempt: attempt + 1 }))
    } finally {
      setBusy(false)
    }
  }

  const told = (set: boolean) => (set ? say.isSet : say.isNotSet)
  const errorOf = (name: keyof Keys) => (wrong === name ? say.keyWrong : null)
  return (
    <form
      noValidate
      autoComplete="off"
      className="mt-6 grid gap-4 rounded-md border border-line p-4 md:p-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void submit(event.currentTarget)
      }}
    >
      <div>
        <h2>{say.keysTitle}</h2>
        <p className="mt-1 text-ink-2">{say.keysText}</p>
      </div>
      <FormAlert message={failure.message} attempt={failure.attempt} />
      <Field
        label={say.keyId}
        name="keyId"
        autoComplete="off"
        spellCheck={false}
        maxLength={50}
        placeholder="rzp_live_…"
        hint={setup.key_id ?? say.isNotSet}
        error={errorOf('keyId')}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <PasswordField label={say.keySecret} name="keySecret" autoComplete="new-password" hint={told(setup.key_secret_set)} error={errorOf('keySecret')} />
        <PasswordField
          label={say.webhookSecret}
          name="webhookSecret"
          autoComplete="new-password"
          hint={told(setup.webhook_secret_set)}
          error={errorOf('webhookSecret')}
        />
      </div>
      <div>
        <label className="flex items-start gap-2">
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
          <button type="button" className="ctl ctl-danger" aria-disabled={busy} onClick={() => (busy ? undefined : void endNow())}>
            {say.endPrevious}
          </button>
        </div>
      )}
      <p className="text-sm text-ink-2">
        {say.webhook}: <code className="break-all text-ink">{`${window.location.origin}/functions/v1/razorpay-webhook`}</code>
      </p>
      <div className="flex justify-end">
        <button type="submit" aria-disabled={busy} className="ctl ctl-main">
          {say.saveKeys}
        </button>
      </div>
    </form>
  )
}
