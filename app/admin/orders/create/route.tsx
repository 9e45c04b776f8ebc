import { useState } from 'react'
import { ManualOrderForm } from './manual-order-form.tsx'

/** /admin/orders/create: an order written down for someone (docs/decisions/0026-manual-orders.md). */
export default function CreateManualOrder() {
  // A new form for each order: nothing of the last one stays in it.
  const [attempt, setAttempt] = useState(0)
  return <ManualOrderForm key={attempt} onStartOver={() => setAttempt(attempt + 1)} />
}
