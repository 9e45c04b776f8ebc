import { hundredths, toRupees } from '#domain/money/money.ts'
import { dayOf } from '#domain/remittances/read-rows.ts'
import * as say from '#words/admin-remittances.ts'
import type { Transfer } from '../../../../data/admin/orders/remittances.ts'
import type { FieldErrors } from '../../../../ui/form/form-alert.tsx'
import { fieldText } from '../../../../ui/form/use-submit.ts'

/** The fields of the transfer, or what is missing in them. */
export function readTransfer(data: FormData): { transfer: Transfer | null; errors: FieldErrors } {
  const text = (name: string) => fieldText(data, name).trim()
  const amount = (name: string): number | null => (/^\d{1,9}(\.\d{1,2})?$/.test(text(name)) ? hundredths(text(name)) : null)
  const [courier, reference, receivedOn] = [text('courier'), text('reference'), dayOf(text('received_on'))]
  const [received, otherCharges] = [amount('received'), amount('other_charges')]
  const errors: FieldErrors = {}
  if (courier === '') errors['courier'] = say.enter.courier
  if (reference === '') errors['reference'] = say.enter.reference
  if (receivedOn === '') errors['received_on'] = say.enter.receivedOn
  if (received === null) errors['received'] = say.enter.amount
  if (otherCharges === null) errors['other_charges'] = say.enter.amount
  if (received === null || otherCharges === null || Object.keys(errors).length > 0) return { transfer: null, errors }
  return { transfer: { courier, reference, receivedOn, received: toRupees(received), otherCharges: toRupees(otherCharges) }, errors }
}
