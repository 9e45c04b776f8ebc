import { useState } from 'react'
import * as say from '#words/change-my-order.ts'
import type { Order, OrderItem } from '../../../data/orders/orders.ts'
import { Button } from '../../../ui/button.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { isChangeable } from './change-draft.ts'

type ChangeOrderProps = { order: Order; items: readonly OrderItem[]; onChanged: () => void; /** one action among others that matter more */ quiet?: boolean }

/** The button that changes an order, while it can be changed. */
export function ChangeOrder({ order, items, onChanged, quiet = false }: ChangeOrderProps) {
  /** as it was when the dialog was opened: its version is what the change is about */
  const [opened, setOpened] = useState<{ order: Order; items: readonly OrderItem[] } | null>(null)
  if (opened === null && !isChangeable(order)) return null
  return (
    <>
      <Button variant={quiet ? 'quiet' : 'second'} onClick={() => setOpened({ order, items })}>
        {say.open}
      </Button>
      {opened === null ? null : (
        <ChangeDialog
          {...opened}
          onChanged={onChanged}
          onClose={() => {
            setOpened(null)
            onChanged()
          }}
        />
      )}
    </>
  )
}
