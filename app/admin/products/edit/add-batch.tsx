import { isDay } from '#domain/products/expiry.ts'
import { readCount } from '#domain/product-import/read-number.ts'
import * as say from '#words/admin-batches.ts'
import { addBatch } from '../../../data/admin/products/batches.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useTyped } from '../../../ui/form/use-typed.ts'
import { toast } from '../../../ui/overlay/toast.ts'

const EMPTY = { batch: '', expires: '', made: '', received: '' }

function errorsOf({ batch, expires, made, received }: typeof EMPTY): Record<string, string> {
  const errors: Record<string, string> = {}
  const count = readCount(received)
  if (batch.trim() === '') errors['batch_number'] = say.batchMissing
  if (!isDay(expires)) errors['expires_on'] = say.dayWrong
  if (made !== '' && (!isDay(made) || made > expires)) errors['made_on'] = say.madeWrong
  if (!count || count > 1_000_000) errors['received'] = say.receivedWrong
  return errors
}

/** Notes a batch that came in. */
export function AddBatch({ productId, onAdded }: { productId: string; onAdded: () => Promise<unknown> }) {
  const { typed, set, sent } = useTyped(EMPTY)
  const form = useSubmit((error) => serverMessage(error, say.notAdded))

  const submit = form.onSubmit(() => {
    const errors = errorsOf(typed)
    if (Object.keys(errors).length > 0) return { errors }
    return async () => {
      const batch = typed.batch.trim()
      const done = await addBatch({
        product_id: productId,
        batch,
        expires_on: typed.expires,
        made_on: typed.made || null,
        received: readCount(typed.received) ?? 0,
      })
      if (!done.ok) return done.code === 'TWICE' ? { errors: { batch_number: say.batchTwice } } : { message: serverMessage(done, say.notAdded) }
      sent(typed)
      await onAdded()
      toast({ title: say.added(batch), tone: 'success' })
      return undefined
    }
  })

  return (
    <form noValidate className="grid gap-4 rounded-md bg-well p-4" onSubmit={submit} onChange={form.onChange}>
      <FormAlert message={form.message} attempt={form.attempt} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={say.batch}
          name="batch_number"
          autoComplete="off"
          maxLength={60}
          value={typed.batch}
          error={form.errors['batch_number'] ?? null}
          onChange={(event) => set({ batch: event.target.value })}
        />
        <Field
          label={say.receivedPieces}
          name="received"
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          value={typed.received}
          error={form.errors['received'] ?? null}
          onChange={(event) => set({ received: event.target.value })}
        />
        <Field
          label={say.expiresOn}
          name="expires_on"
          type="date"
          min="2000-01-01"
          max="2100-12-31"
          value={typed.expires}
          error={form.errors['expires_on'] ?? null}
          onChange={(event) => set({ expires: event.target.value })}
        />
        <Field
          label={say.madeOn}
          name="made_on"
          type="date"
          optional
          min="2000-01-01"
          max="2100-12-31"
          value={typed.made}
          error={form.errors['made_on'] ?? null}
          onChange={(event) => set({ made: event.target.value })}
        />
      </div>
      <button type="submit" className="ctl justify-self-start" aria-disabled={form.busy}>
        {form.busy ? say.adding : say.add}
      </button>
    </form>
  )
}
