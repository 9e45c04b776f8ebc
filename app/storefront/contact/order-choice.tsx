import { useEffect, useState } from 'react'
import { formatDay } from '#domain/dates.ts'
import { formatRupees, toPaise } from '#domain/money.ts'
import * as say from '#words/contact.tsx'
import { fetchOrders, type OrderSummary } from '../../data/orders.ts'
import { SelectField } from '../../ui/field.tsx'

const CHOICES = 20

/** Which of one's own orders the complaint is about. Where they cannot be read, the message can name it. */
export function OrderChoice({ userId, value, error, onChange }: { userId: string; value: string; error: string | undefined; onChange: (id: string) => void }) {
  const [orders, setOrders] = useState<OrderSummary[]>([])
  useEffect(() => {
    let wanted = true
    fetchOrders(userId, CHOICES).then(
      (found) => wanted && setOrders(found),
      () => undefined,
    )
    return () => {
      wanted = false
    }
  }, [userId])
  if (orders.length === 0) return null
  return (
    <SelectField label={say.aboutAnOrder} name="order_id" optional value={value} error={error} onChange={(event) => onChange(event.target.value)}>
      <option value="">{say.noOrder}</option>
      {orders.map((order) => (
        <option key={order.id} value={order.id}>
          {say.orderChoice(order.id.slice(0, 8), formatDay(order.created_at), formatRupees(toPaise(order.total_amount)))}
        </option>
      ))}
    </SelectField>
  )
}
