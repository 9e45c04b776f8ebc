import { RETURN_REASONS } from '#domain/orders/returns.ts'
import * as say from '#words/returns.ts'
import { bookReturn } from '../../../data/orders/returns.ts'
import { SelectField, TextAreaField } from '../../../ui/form/field.tsx'
import { fieldText, useSubmit } from '../../../ui/form/use-submit.ts'
import { countOf, CountTable } from './count-table.tsx'
import { settle } from './step.ts'
import type { StepDialogProps } from './step.ts'
import { StepForm } from './step-form.tsx'

type BookProps = Omit<StepDialogProps, 'one'> & {
  orderId: string
  /** how many of each line can be returned */
  pieces: Record<string, number>
  /** the ids of the returns that are there */
  known: ReadonlySet<string>
}

/** A return without a request: the customer called, or is at the counter. */
export function BookDialog({ orderId, pieces, known, names, onClose, onDone }: BookProps) {
  const form = useSubmit(() => say.notSaved)
  const lines = [...names].flatMap(([id, name]) => {
    const most = pieces[id] ?? 0
    return most > 0 ? [{ id, name, most, hint: say.ofPieces(most) }] : []
  })
  return (
    <StepForm
      form={form}
      title={say.bookTitle}
      intro={say.bookIntro}
      submit={say.bookSend}
      onClose={onClose}
      read={(data) => {
        const chosen = lines.map(({ id, most }) => ({ item: id, quantity: countOf(data, `quantity-${id}`), most }))
        const reason = RETURN_REASONS.find((one) => one === fieldText(data, 'reason'))
        if (chosen.some(({ quantity, most }) => quantity === null || quantity > most)) return { message: say.refused.NOT_LEFT }
        const asked = chosen.flatMap(({ item, quantity }) => (quantity !== null && quantity > 0 ? [{ item, quantity }] : []))
        if (asked.length === 0) return { message: say.chooseLine }
        if (reason === undefined) return { errors: { reason: say.chooseReason } }
        const request = { orderId, lines: asked, reason, message: fieldText(data, 'message') }
        return async () => settle(await bookReturn(request, known), say.booked, onDone)
      }}
    >
      <CountTable
        lines={lines}
        columns={[{ name: 'quantity', label: say.pieces, labelOf: (name) => `${name}: ${say.pieces}`, of: () => 0, most: (place) => lines[place]?.most ?? 0 }]}
      />
      <SelectField label={say.reason} name="reason" defaultValue="" error={form.errors['reason']}>
        <option value="">{say.chooseReason}</option>
        {RETURN_REASONS.map((one) => (
          <option key={one} value={one}>
            {say.reasons[one]}
          </option>
        ))}
      </SelectField>
      <TextAreaField label={say.note} name="message" optional maxLength={2000} />
    </StepForm>
  )
}
