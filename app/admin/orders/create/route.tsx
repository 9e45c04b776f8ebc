import { useState } from 'react'
import { ManualOrderForm } from './manual-order-form.tsx'

/** /admin/orders/create: an order that staff enter for a customer (docs/decisions/0026-manual-orders.md). */
export default function CreateManualOrder() {
  // A new form for each order, so that nothing of the previous one remains.
  const [attempt, setAttempt] = useState(0)
  return <ManualOrderForm key={attempt} onStartOver={() => setAttempt(attempt + 1)} />
}
