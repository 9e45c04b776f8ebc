/** What the dialogs of parcels read from their fields. */
import * as say from '#words/admin-parcels.ts'
import type { Arrived, Carrier, ParcelResult } from '../../../data/admin/orders/shipments.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { fieldText } from '../../../ui/form/use-submit.ts'
import { toast } from '../../../ui/overlay/toast.ts'

const wholeNumber = (text: string): number | null => (/^\d{1,7}$/.test(text.trim()) ? Number(text.trim()) : null)

export function readCarrier(data: FormData): Carrier {
  const own = data.get('own') !== null
  return { own, courier: own ? '' : fieldText(data, 'courier').trim(), tracking: own ? '' : fieldText(data, 'tracking_number').trim() }
}

export const isComplete = ({ own, courier, tracking }: Carrier): boolean => own || (courier !== '' && tracking !== '')

type Left = { id: string; product_name: string; left: number }
/** The chosen pieces of each line; an empty field counts as none. */
export function readPieces(data: FormData, lines: readonly Left[]): { ok: true; lines: { item: string; quantity: number }[] } | { ok: false; message: string } {
  const chosen: { item: string; quantity: number }[] = []
  for (const { id, product_name, left } of lines) {
    const quantity = wholeNumber(fieldText(data, `pieces-${id}`).trim() || '0')
    if (quantity === null || quantity > left) return { ok: false, message: say.wrongQuantity(product_name, left) }
    if (quantity > 0) chosen.push({ item: id, quantity })
  }
  return chosen.length === 0 ? { ok: false, message: say.nothingChosen } : { ok: true, lines: chosen }
}

type InParcel = { id: string; product_name: string; inParcel: number }
/** What became of each piece of a parcel that is back. */
export function readArrived(data: FormData, lines: readonly InParcel[]): { ok: true; lines: Arrived[] } | { ok: false; message: string } {
  const booked: Arrived[] = []
  for (const { id, product_name, inParcel } of lines) {
    const [restocked, damaged, lost] = (['restocked', 'damaged', 'lost'] as const).map((what) => wholeNumber(fieldText(data, `${what}-${id}`).trim() || '0'))
    if (restocked == null || damaged == null || lost == null || restocked + damaged + lost !== inParcel) {
      return { ok: false, message: say.wrongSplit(product_name, inParcel) }
    }
    booked.push({ item: id, restocked, damaged, lost })
  }
  return { ok: true, lines: booked }
}

/** null: it was done. */
export const refusalOf = (result: ParcelResult): string | null =>
  result.ok ? null : ((result.code === null ? undefined : say.refusals[result.code]) ?? serverMessage(result, say.failed))

type Dialog = { onChanged: () => void; onClose: () => void }
/** After a step the order is read again, also where it was refused or no answer came: then the dialog stays open. @returns what its form shows */
export function finish(result: ParcelResult, done: string, { onChanged, onClose }: Dialog): { message: string } | undefined {
  onChanged()
  const refused = refusalOf(result)
  if (refused !== null) return { message: refused }
  toast({ title: done, tone: 'success' })
  onClose()
  return undefined
}
