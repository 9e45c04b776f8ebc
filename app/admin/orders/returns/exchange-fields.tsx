import { useQuery } from '@tanstack/react-query'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { paymentMethodName } from '#domain/orders/payment-methods.ts'
import * as say from '#words/returns.ts'
import type { ExchangeAmounts } from '../../../data/admin/orders/exchange.ts'
import { choicesKey, fetchExchangeChoices } from '../../../data/orders/exchange-choices.ts'
import type { OrderReturn } from '../../../data/orders/returns.ts'
import type { FullOrder } from '../../../data/admin/orders/order.ts'
import { useSettings } from '../../../data/shop/use-settings.ts'
import { SelectField } from '../../../ui/form/field.tsx'
import { TextSkeleton } from '../../../ui/page/panel-skeleton.tsx'

type ExchangeFieldsProps = {
  one: OrderReturn
  order: FullOrder
  names: ReadonlyMap<string, string>
  /** null: not counted yet */ amounts: ExchangeAmounts | null
}

/** What each line is exchanged for, and how a difference is settled. */
export function ExchangeFields({ one, order, names, amounts }: ExchangeFieldsProps) {
  const { codEnabled, upiVpa } = useSettings()
  const read = useQuery({ queryKey: choicesKey(order.id), queryFn: () => fetchExchangeChoices(order.id), staleTime: 0 })
  if (!read.data) return read.isError ? <p role="alert">{say.choicesNotRead}</p> : <TextSkeleton lines={2} />
  const methods = [...(upiVpa === null ? [] : ['upi']), ...(codEnabled ? ['cod'] : []), 'bank', 'cash', 'card']
  return (
    <>
      {one.return_lines.map(({ order_item_id: item, exchange_for: wanted }) => {
        const choices = read.data.filter((choice) => choice.item === item)
        const same = order.order_items.find(({ id }) => id === item)?.product_id
        const first = [wanted, same].find((id) => choices.some(({ product }) => product === id)) ?? ''
        return (
          <SelectField key={item} label={say.exchangeOf(names.get(item) ?? '')} name={`product-${item}`} defaultValue={first}>
            <option value="">{say.chooseProduct}</option>
            {choices.map(({ product, name, in_stock }) => (
              <option key={product} value={product}>
                {in_stock ? name : say.nameSoldOut(name)}
              </option>
            ))}
          </SelectField>
        )
      })}
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label={say.differencePaid} name="payment_method" defaultValue={methods[0]} hint={say.differenceHint}>
          {methods.map((method) => (
            <option key={method} value={method}>
              {paymentMethodName(method)}
            </option>
          ))}
        </SelectField>
        <SelectField label={say.restOf} name="rest" defaultValue="credit" hint={say.restHint}>
          <option value="credit">{say.settled.credit}</option>
          <option value="refund">{say.settled.refund}</option>
        </SelectField>
      </div>
      {amounts === null ? null : <Amounts amounts={amounts} />}
    </>
  )
}

function Amounts({ amounts }: { amounts: ExchangeAmounts }) {
  const rows = [
    [say.newOrder, amounts.total_amount],
    [say.paidByReturn, amounts.credit],
    [say.leftToPay, amounts.to_pay],
  ] as const
  return (
    <div role="status" className="rounded-md bg-well p-4">
      <dl className="grid gap-1">
        {rows.map(([label, rupees]) => (
          <div key={label} className="flex justify-between gap-4 last:font-semibold">
            <dt>{label}</dt>
            <dd>{formatRupees(toPaise(rupees))}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
