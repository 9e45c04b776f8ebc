import { useState } from 'react'
import * as say from '#words/returns.ts'
import { closeReturn } from '../../../data/orders/returns.ts'
import { Field } from '../../../ui/form/field.tsx'
import type { FieldErrors } from '../../../ui/form/form-alert.tsx'
import { fieldText, useSubmit } from '../../../ui/form/use-submit.ts'
import { countOf, CountTable } from './count-table.tsx'
import { settle } from './step.ts'
import type { StepDialogProps } from './step.ts'
import { StepForm } from './step-form.tsx'

/** Which pieces are credited, whether the delivery charge is too, and what is kept back of the refund. */
export function CloseDialog({ one, names, onClose, onDone }: StepDialogProps) {
  const form = useSubmit(() => say.notSaved)
  const [charges, setCharges] = useState(false)
  const lines = one.return_lines.map(({ order_item_id: id, quantity, restocked, damaged, lost }) => ({
    id,
    name: names.get(id) ?? '',
    quantity,
    arrived: restocked + damaged,
    hint: say.piecesOf({ restocked, damaged, lost }),
  }))
  return (
    <StepForm
      form={form}
      title={say.closeTitle}
      intro={say.closeText}
      submit={say.closeSend}
      onClose={onClose}
      read={(data) => {
        const counted = lines.map(({ id, quantity }) => ({ item: id, credited: countOf(data, `credited-${id}`) ?? -1, quantity }))
        const text = fieldText(data, 'deduction').trim()
        const deductionReason = fieldText(data, 'deduction_reason').trim()
        if (counted.some(({ credited, quantity }) => credited < 0 || credited > quantity)) return { message: say.refused.NOT_LEFT }
        const errors: FieldErrors = {}
        if (!/^(\d{1,8}(\.\d{1,2})?)?$/.test(text)) errors['deduction'] = say.enterAmount
        else if (Number(text) > 0 && deductionReason === '') errors['deduction_reason'] = say.enterReason
        if (Object.keys(errors).length > 0) return { errors }
        const closing = { lines: counted.map(({ item, credited }) => ({ item, credited })), charges, deduction: Number(text), deductionReason }
        return async () => settle(await closeReturn(one, closing), say.closed, onDone)
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
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={say.deduction} name="deduction" optional inputMode="decimal" maxLength={11} hint={say.deductionHint} error={form.errors['deduction']} />
        <Field label={say.deductionReason} name="deduction_reason" optional maxLength={400} error={form.errors['deduction_reason']} />
      </div>
    </StepForm>
  )
}
