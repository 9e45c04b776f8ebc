import { useEffect, useState } from 'react'
import * as say from '#words/order.tsx'
import { cancelOrder } from '../../data/orders/orders.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'

type CancelOrderProps = {
  orderId: string
  /** what happens to money that was paid or reported; null when there is none */ returns: string | null
  onCancelled: () => void
  /** one action among others that matter more */ quiet?: boolean
}

/** The question before a cancellation (docs/rules.md#cancellation). `onCancelled` runs 100 ms after the server agreed. */
export function CancelOrder({ orderId, returns, onCancelled, quiet = false }: CancelOrderProps) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  // The button that would get the focus back disappears with the order's new status.
  useEffect(
    () => () => {
      if (document.activeElement === document.body || document.activeElement === null) document.getElementById('content')?.focus()
    },
    [],
  )

  async function cancel() {
    setBusy(true)
    const result = await cancelOrder(orderId, onCancelled)
    setBusy(false)
    setOpen(false)
    if (result.ok) toast({ title: say.cancelledToast, tone: 'success' })
    else {
      toast({ title: result.message, tone: 'error' })
      onCancelled()
    }
  }

  return (
    <>
      <Button variant={quiet ? 'quiet' : 'danger'} onClick={() => setOpen(true)}>
        {say.cancelOrder}
      </Button>
      <Dialog
        open={open}
        busy={busy}
        title={say.areYouSure}
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button onClick={() => setOpen(false)} disabled={busy}>
              {say.noKeepMyOrder}
            </Button>
            <Button variant="danger" busy={busy} busyText={say.cancelling} onClick={() => void cancel()}>
              {say.yesCancelOrder}
            </Button>
          </>
        }
      >
        <p>{say.cancelWarning}</p>
        {returns === null ? null : <p className="num mt-2">{returns}</p>}
      </Dialog>
    </>
  )
}
