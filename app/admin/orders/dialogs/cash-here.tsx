import { formatRupees, sumOf, toPaise } from '#domain/money/money.ts'
import * as say from '#words/admin-orders.ts'

type Brought = { payment_state: string; courier: string | null; to_collect: number }

/** Cash on delivery of what the shop brought itself, or handed over: the person who marks it as delivered has the cash. */
export const isBroughtUnpaid = ({ payment_state, courier }: Brought, to: string): boolean =>
  to === 'delivered' && payment_state === 'cod_pending' && (courier ?? '').trim() === ''

/** Offers to record the cash with the delivery, in one step. */
export function CashHere({ orders, checked, onChange }: { orders: readonly Brought[]; checked?: boolean; onChange?: (checked: boolean) => void }) {
  const sum = formatRupees(sumOf(orders, ({ to_collect }) => toPaise(to_collect)))
  return (
    <label className="num flex items-start gap-3 rounded-sm bg-pending-tint px-4 py-3 text-pretty text-ink">
      <input
        type="checkbox"
        name="cash"
        value="yes"
        className="mt-[3px] size-4 flex-none"
        {...(onChange ? { checked: checked === true, onChange: (event) => onChange(event.target.checked) } : { defaultChecked: true })}
      />
      {orders.length === 1 ? say.cashIsHere(sum) : say.cashIsHereMany(orders.length, sum)}
    </label>
  )
}
