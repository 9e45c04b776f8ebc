import { useState } from 'react'
import { formatRupees } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import { whatsAppAddress } from '#domain/addresses/whatsapp.ts'
import { formatOrderNumber } from '#domain/orders/order-number.ts'
import { reminderHold, reminderMessage } from '#domain/orders/payment-reminder.ts'
import { moneyOf, openPaymentOf } from '#domain/orders/refunds.ts'
import { orderUpiLink } from '#domain/orders/upi-link.ts'
import * as listWords from '#words/admin-orders.ts'
import * as say from '#words/admin-reminders.ts'
import type { FullOrder } from '../../../data/admin/orders/order.ts'
import { remindOfPayment } from '../../../data/admin/orders/reminders.ts'
import { useSettings } from '../../../data/shop/use-settings.ts'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'

type RemindDialogProps = { order: FullOrder; onClose: () => void; onSent: () => void }

/** A reminder by mail, or by a WhatsApp message that staff send themselves; once a day (docs/rules.md#payment-reminders). */
export function RemindDialog({ order, onClose, onSent }: RemindDialogProps) {
  const form = useSubmit(() => say.notSent)
  const { storeName, upiVpa } = useSettings()
  const [opened] = useState(() => new Date())
  const amount = moneyOf(order).toCollect
  const hold = reminderHold(
    order.payment_reminders.map(({ created_at }) => created_at),
    opened,
  )
  const chat = whatsAppAddress(order.phone)
  const message = reminderMessage(storeName, formatOrderNumber(order.order_number), amount, linkOf(order, amount, storeName, upiVpa))

  const send = (channel: 'mail' | 'whatsapp') =>
    form.run(async () => {
      const refused = await remindOfPayment(order, channel)
      if (refused !== null) return { message: refused }
      toast({ title: channel === 'mail' ? say.sent : say.noted, description: listWords.number(order), tone: 'success' })
      return onSent()
    })

  return (
    <Dialog open busy={form.busy} title={say.title(formatRupees(amount))} onClose={onClose}>
      <div className="num grid gap-4">
        <p>{say.to(order.full_name, listWords.number(order))}</p>
        <FormAlert message={form.message} attempt={form.attempt} />
        {hold !== null ? <p className="rounded-sm bg-pending-tint px-4 py-3 text-pretty text-ink">{say.holds[hold]}</p> : null}
        {hold === null && order.email !== '' ? <p className="text-pretty text-ink-2">{say.mailText}</p> : null}
        {hold === null && chat !== null ? (
          <div className="grid gap-2">
            <p className="text-pretty text-ink-2">{say.whatsAppText}</p>
            <p className="rounded-sm bg-sunken p-3 [overflow-wrap:anywhere]">{message}</p>
          </div>
        ) : null}
        {order.email === '' && chat === null ? <p>{say.noAddress}</p> : null}
        <div className="flex flex-wrap justify-end gap-2">
          <button type="button" className="ctl mr-auto" disabled={form.busy} onClick={onClose}>
            {listWords.notNow}
          </button>
          {hold === null && chat !== null ? (
            <a href={`${chat}?text=${encodeURIComponent(message)}`} target="_blank" rel="noreferrer" className="ctl" onClick={() => void send('whatsapp')}>
              {say.openWhatsApp}
            </a>
          ) : null}
          {hold === null && order.email !== '' ? (
            <button type="button" className="ctl ctl-main" disabled={form.busy} onClick={() => void send('mail')}>
              {say.sendMail}
            </button>
          ) : null}
        </div>
      </div>
    </Dialog>
  )
}

/** A buyer with an account pays on the page of the order; another one by the link of the payment itself. */
function linkOf(order: FullOrder, total: Paise, payee: string, vpa: string | null): string | null {
  const { id, user_id, payment_method } = order
  if (payment_method !== 'upi') return null
  if (user_id !== null) return `${window.location.origin}/order-confirmation/${id}`
  return vpa === null ? null : orderUpiLink({ id, total, reference: openPaymentOf(order)?.reference ?? null }, { vpa, payee })
}
