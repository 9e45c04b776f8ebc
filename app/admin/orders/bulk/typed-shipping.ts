import type { AdminOrder } from '../../../data/admin/orders/orders.ts'
import type { ShipRow } from './bulk.ts'
import { usualCourier } from '../usual-courier.ts'

/** Typed but unsent shipping data, kept while the tab is open, so that Escape or a click outside the grid does not lose fifty numbers. */
const typed = new Map<string, ShipRow>()

export function shipRowOf({ id, courier, tracking_number }: Pick<AdminOrder, 'id' | 'courier' | 'tracking_number'>): ShipRow {
  return typed.get(id) ?? { id, courier: courier ?? usualCourier(), tracking: tracking_number ?? '' }
}

export function keepTyped(rows: readonly ShipRow[]): void {
  for (const row of rows) typed.set(row.id, row)
}

export function forgetTyped(sent: readonly { id: string }[]): void {
  for (const { id } of sent) typed.delete(id)
}
