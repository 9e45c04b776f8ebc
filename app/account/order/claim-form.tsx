import { useState } from 'react'
import * as say from '#words/order.tsx'
import { claimPayment } from '../../data/orders.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.ts'

/** The bank's reference of a UPI payment, the UTR: 12 digits, typed from the payment app (docs/india.md#payment). */
export function ClaimForm({ orderId, submit, onChanged }: { orderId: string; submit: string; onChanged: () => void }) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function send() {
    const reference = text.replace(/\s/g, '')
    if (!/^\d{12}$/.test(reference)) {
      setError(say.referenceWrong(reference.replace(/\D/g, '').length))
      return
    }
    setBusy(true)
    const result = await claimPayment(orderId, reference)
    setBusy(false)
    if (result.ok) toast({ title: say.referenceSent, description: say.referenceSentText, tone: 'success' })
    else setError(say.claimFailed[result.code])
    // The order moved on meanwhile: what the page shows is no longer true.
    if (result.ok || result.code === 'PAYMENT_NOT_AWAITED') onChanged()
  }

  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void send()
      }}
    >
      <Field
        label={say.reference}
        name="utr"
        value={text}
        error={error}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        hint={say.referenceHint}
        onChange={(event) => {
          setText(event.target.value)
          setError(null)
        }}
      />
      <Button type="submit" wide busy={busy} busyText={say.sending}>
        {submit}
      </Button>
    </form>
  )
}
