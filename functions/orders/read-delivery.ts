import { orderTerms, placeRefusal, placeTerms } from '#domain/delivery/place-terms.ts'
import type { PlaceTerms } from '#domain/delivery/place-terms.ts'
import { readDeliveryTable } from '#domain/delivery/zones.ts'
import type { DeliveryRow, DeliveryTable } from '#domain/delivery/zones.ts'
import { stateOfPincode } from '#domain/addresses/pincodes.ts'
import { toRupees } from '#domain/money/money.ts'
import type { Paise } from '#domain/money/money.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import type { Query } from '#postgres/statement.ts'
import type { CartProduct } from './lock-cart.ts'
import { Refusal } from './refusal.ts'

/** The delivery rates, and what the courier's list says about this PIN code. */
export async function readDelivery(query: Query, pincode: string | null): Promise<DeliveryTable> {
  const [row] = await query<{ answer: DeliveryRow }>('select public.delivery_at($1) as answer', [pincode])
  if (!row) throw new Error('The shop has no delivery rates')
  return readDeliveryTable(row.answer)
}

export type Place = { pincode: string; state: string | null }

/** @param state GST code; null: as the PIN code says */
export function placeOf(table: DeliveryTable, { pincode, state }: Place): PlaceTerms {
  return placeTerms(table, pincode, state === null ? stateOfPincode(pincode) : [state])
}

/** The settings with the charges of this order. */
export const chargedSettings = (
  settings: StoreSettings,
  place: PlaceTerms,
  lines: readonly { quantity: number; product: CartProduct | null }[],
  method: string,
) => orderTerms(settings, place, { lines, onDelivery: method === 'cod' })

/**
 * @param goodsTotal as the cart shows it
 * @throws Refusal PIN_NOT_SERVED, ONLY_COD_HERE, COD_NOT_HERE, COD_MINIMUM, COD_MAXIMUM
 */
export function checkPlace(place: PlaceTerms, method: string, goodsTotal: Paise): void {
  const refused = placeRefusal(place, method, goodsTotal)
  if (refused) throw new Refusal(409, refused.code, [], 'limit' in refused ? { limit: toRupees(refused.limit) } : {})
}
