import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatDay } from '#domain/time/dates.ts'
import { formatOrderNumber } from '#domain/orders/order-number.ts'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import * as say from '#words/contact.tsx'
import { fetchOrder, fetchOrders, type ListedOrder } from '../../data/orders/orders.ts'
import { SelectField } from '../../ui/form/field.tsx'

const CHOICES = 20

/** Lets customers choose which of their orders the complaint is about. If the orders cannot be read, the message can name it. */
export function OrderChoice({ userId, value, error, onChange }: { userId: string; value: string; error: string | undefined; onChange: (id: string) => void }) {
  const [orders, setOrders] = useState<ListedOrder[]>([])
  // 'Need help with this order?' links here with the order's id
  const asked = useSearchParams()[0].get('order')
  const choose = useEffectEvent(onChange)
  useEffect(() => {
    let wanted = true
    async function load() {
      const found = await choices(userId, asked).catch(() => [])
      if (!wanted) return
      setOrders(found)
      if (asked !== null && found.some((order) => order.id === asked)) choose(asked)
    }
    void load()
    return () => {
      wanted = false
    }
  }, [userId, asked])
  if (orders.length === 0) return null
  return (
    <SelectField label={say.aboutAnOrder} name="order_id" optional value={value} error={error} onChange={(event) => onChange(event.target.value)}>
      <option value="">{say.noOrder}</option>
      {orders.map((order) => (
        <option key={order.id} value={order.id}>
          {say.orderChoice(order.id.slice(0, 8), formatOrderNumber(order.order_number), formatDay(order.created_at), formatRupees(toPaise(order.total_amount)))}
        </option>
      ))}
    </SelectField>
  )
}

/** The newest orders, plus the requested order however old it is. */
async function choices(userId: string, asked: string | null): Promise<ListedOrder[]> {
  const newest: ListedOrder[] = await fetchOrders(userId, CHOICES)
  if (asked === null || newest.some((order) => order.id === asked)) return newest
  const order = await fetchOrder(asked, userId)
  return order ? [order, ...newest] : newest
}
