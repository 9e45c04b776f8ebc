import { formatRupees, sumOf, toPaise } from '#domain/money/money.ts'
import * as say from '#words/admin-receivables.ts'
import { recordPayment } from '../../../data/admin/orders/payments.ts'
import type { Receivable } from '../../../data/admin/orders/receivables.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** Records the cash of several orders as received, each in a transaction of its own. */
export function RecordCash({ orders, onClose, onDone }: { orders: readonly Receivable[]; onClose: () => void; onDone: () => void }) {
  const sum = formatRupees(sumOf(orders, ({ amount }) => toPaise(amount)))
  return (
    <ConfirmDialog
      title={say.recordManyTitle(orders.length)}
      confirm={say.recordManyButton(sum)}
      keep={say.notNow}
      tone="main"
      onClose={onClose}
      onConfirm={async () => {
        let failed = 0
        for (const order of orders) {
          const result = await recordPayment(order, { method: 'cash', reference: '', amount: null }).catch(() => null)
          if (!result?.ok) failed += 1
        }
        const done = orders.length - failed
        if (done > 0) toast({ title: say.recorded(done), tone: 'success' })
        if (failed > 0) toast({ title: say.notAll(failed, orders.length), tone: 'error' })
        onDone()
      }}
    >
      <p className="num">{say.recordManyText(sum)}</p>
    </ConfirmDialog>
  )
}
