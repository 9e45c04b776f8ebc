import { useState } from 'react'
import * as say from '#words/returns.ts'
import { quoteExchange, saveExchange } from '../../../data/admin/orders/exchange.ts'
import type { ExchangeAmounts, ExchangeBody, ExchangeResult } from '../../../data/admin/orders/exchange.ts'
import type { FullOrder } from '../../../data/admin/orders/order.ts'
import { closeReturn } from '../../../data/orders/returns.ts'
import type { Closing } from '../../../data/orders/returns.ts'
import { Field, SelectField } from '../../../ui/form/field.tsx'
import type { FieldErrors } from '../../../ui/form/form-alert.tsx'
import { fieldText, useSubmit } from '../../../ui/form/use-submit.ts'
import { useMay } from '../../access.ts'
import { countOf, CountTable } from './count-table.tsx'
import { exchangedGoods } from './exchange-draft.ts'
import { ExchangeFields } from './exchange-fields.tsx'
import { settle } from './step.ts'
import type { StepDialogProps } from './step.ts'
import { StepForm } from './step-form.tsx'

type Counted = { body: ExchangeBody; amounts: ExchangeAmounts }

/** Which pieces are credited, whether the delivery charge is too, what is kept back, and what the customer gets: of an exchange the amounts are shown first. */
export function CloseDialog({ one, order, names, onClose, onDone }: StepDialogProps & { order: FullOrder }) {
  const form = useSubmit(() => say.notSaved)
  const may = useMay()
  const [charges, setCharges] = useState(false)
  const ways = (['refund', 'credit', 'exchange'] as const).filter(
    (way) => way === 'refund' || (order.user_id !== null && (way === 'credit' || may('orders.create'))),
  )
  const [way, setWay] = useState(ways.find((known) => known === one.wish) ?? 'refund')
  const [counted, setCounted] = useState<Counted | null>(null)
  const lines = one.return_lines.map(({ order_item_id: id, quantity, restocked, damaged, lost }) => ({
    id,
    name: names.get(id) ?? '',
    quantity,
    arrived: restocked + damaged,
    hint: say.piecesOf({ restocked, damaged, lost }),
  }))

  function exchange(data: FormData, closing: Closing) {
    const chosen = new Map(lines.map(({ id }) => [id, fieldText(data, `product-${id}`)]))
    if (closing.lines.some(({ item, credited }) => credited > 0 && !chosen.get(item))) return { message: say.chooseProduct }
    const goods = exchangedGoods(closing.lines, chosen, order.order_items)
    if (goods.length === 0) return { message: say.nothingToExchange }
    const { deductionReason: deduction_reason, ...rest } = closing
    const method = fieldText(data, 'payment_method')
    const body: ExchangeBody = {
      ...rest,
      deduction_reason,
      return_id: one.id,
      version: one.version,
      goods,
      payment_method: method,
      rest: fieldText(data, 'rest') === 'refund' ? 'refund' : 'credit',
    }
    return async () => {
      const shown = counted !== null && JSON.stringify(counted.body) === JSON.stringify(body) ? counted.amounts : null
      const result: ExchangeResult = await (shown === null ? quoteExchange(body) : saveExchange(body, shown))
      setCounted(result.ok && shown === null ? { body, amounts: result.amounts } : null)
      if (result.ok && shown === null) return undefined
      return settle(result.ok ? { ok: true, id: '' } : result, say.exchanged, onDone)
    }
  }

  return (
    <StepForm
      form={form}
      title={say.closeTitle}
      intro={say.closeText}
      submit={way !== 'exchange' ? say.closeSend : counted === null ? say.exchangeCount : say.exchangeSend}
      onClose={onClose}
      onEdit={() => setCounted(null)}
      read={(data) => {
        const pieces = lines.map(({ id, quantity }) => ({ item: id, credited: countOf(data, `credited-${id}`) ?? -1, quantity }))
        const text = fieldText(data, 'deduction').trim()
        const deductionReason = fieldText(data, 'deduction_reason').trim()
        if (pieces.some(({ credited, quantity }) => credited < 0 || credited > quantity)) return { message: say.refused.NOT_LEFT }
        const errors: FieldErrors = {}
        if (!/^(\d{1,8}(\.\d{1,2})?)?$/.test(text)) errors['deduction'] = say.enterAmount
        else if (Number(text) > 0 && deductionReason === '') errors['deduction_reason'] = say.enterReason
        if (Object.keys(errors).length > 0) return { errors }
        const closing = { lines: pieces.map(({ item, credited }) => ({ item, credited })), charges, deduction: Number(text), deductionReason }
        if (way === 'exchange') return exchange(data, closing)
        return async () => settle(await closeReturn(one, closing, way), say.closed, onDone)
      }}
    >
      <CountTable
        lines={lines}
        columns={[
          {
            name: 'credited',
            label: say.creditedPieces,
            labelOf: say.creditedOf,
            of: (place) => lines[place]?.arrived ?? 0,
            most: (place) => lines[place]?.quantity ?? 0,
          },
        ]}
      />
      <label className="flex items-center gap-3 touch:min-h-11">
        <input type="checkbox" className="tick" checked={charges} onChange={(event) => setCharges(event.target.checked)} />
        {say.withCharges}
      </label>
      <Field label={say.deduction} name="deduction" optional inputMode="decimal" maxLength={11} hint={say.deductionHint} error={form.errors['deduction']} />
      <Field label={say.deductionReason} name="deduction_reason" optional maxLength={400} error={form.errors['deduction_reason']} />
      <SelectField
        label={say.customerGets}
        name="settle"
        value={way}
        hint={order.user_id === null ? say.onlyRefund : one.wish === 'refund' ? undefined : say.wished(say.settled[one.wish])}
        onChange={(event) => setWay(ways.find((known) => known === event.target.value) ?? 'refund')}
      >
        {ways.map((known) => (
          <option key={known} value={known}>
            {say.settled[known]}
          </option>
        ))}
      </SelectField>
      {way === 'exchange' ? <ExchangeFields one={one} order={order} names={names} amounts={counted?.amounts ?? null} /> : null}
    </StepForm>
  )
}
