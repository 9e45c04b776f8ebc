import { useState } from 'react'
import * as say from '#words/order.tsx'
import { claimPayment } from '../../data/orders/orders.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { toast } from '../../ui/overlay/toast.ts'

/** The bank's reference of a UPI payment, the UTR: 12 digits, typed from the payment app (docs/india.md#payment). */
export function ClaimForm({ orderId, submit, onChanged }: { orderId: string; submit: string; onChanged: () => void }) {
  const [text, setText] = useState('')
  const form = useSubmit(() => say.claimFailed.FAILED)

  const send = form.onSubmit(() => {
    const reference = text.replace(/\s/g, '')
    if (!/^\d{12}$/.test(reference)) return { errors: { utr: say.referenceWrong(reference.replace(/\D/g, '').length) } }
    return async () => {
      const result = await claimPayment(orderId, reference)
      if (result.ok) toast({ title: say.referenceSent, description: say.referenceSentText, tone: 'success' })
      // The order has changed in the meantime: the page is out of date.
      if (result.ok || result.code === 'PAYMENT_NOT_AWAITED') onChanged()
      return result.ok ? undefined : { errors: { utr: say.claimFailed[result.code] } }
    }
  })

  return (
    <form noValidate className="grid gap-3" onChange={form.onChange} onSubmit={send}>
      <Field
        label={say.reference}
        name="utr"
        value={text}
        error={form.errors['utr']}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        hint={say.referenceHint}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" wide busy={form.busy} busyText={say.sending}>
        {submit}
      </Button>
    </form>
  )
}
