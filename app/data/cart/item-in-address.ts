import { isUuid } from '#domain/text/uuid.ts'
import { readQuantity } from './remembered-item.ts'

/**
 * Reads the item from the URL of the login: Add leads there before the scripts have loaded. A link from another site is not the user's
 * own choice, so the referrer must be the shop's own origin.
 */
export function itemInAddress(
  search: string,
  { referrer, origin } = { referrer: document.referrer, origin: location.origin },
): { productId: string; quantity: number } | null {
  if (URL.parse(referrer)?.origin !== origin) return null
  const params = new URLSearchParams(search)
  const [productId, quantity] = [params.get('item') ?? '', readQuantity(params.get('quantity')) ?? 1]
  return isUuid(productId) ? { productId, quantity } : null
}
