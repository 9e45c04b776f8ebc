import { readTier, tierEntries } from './price-tiers.ts'
import type { PriceTier } from './price-tiers.ts'

export type TierError =
  | { code: 'TIER_INVALID'; index: number }
  | { code: 'TIER_DUPLICATE'; index: number; minQuantity: number }
  | { code: 'TIER_DISCOUNT_FALLS'; index: number; minQuantity: number }

/**
 * Why a list of tiers cannot be saved (reading is lenient, saving is not): every entry needs a whole minimum ≥ 1 and
 * 0 ≤ discount < 100; no minimum may occur twice, and no discount may fall as the quantity rises. `index` is the entry's index in the list.
 */
export function tierErrors(list: unknown): TierError[] {
  const errors: TierError[] = []
  const tiers: (PriceTier & { index: number })[] = []
  for (const [index, entry] of tierEntries(list).entries()) {
    const tier = readTier(entry)
    if (tier && Number.isInteger(tier.minQuantity)) tiers.push({ ...tier, index })
    else errors.push({ code: 'TIER_INVALID', index })
  }
  tiers.sort((a, b) => a.minQuantity - b.minQuantity || a.index - b.index)
  for (const [place, tier] of tiers.entries()) {
    const before = tiers[place - 1]
    if (!before) continue
    const { index, minQuantity } = tier
    if (before.minQuantity === minQuantity) errors.push({ code: 'TIER_DUPLICATE', index, minQuantity })
    else if (before.discountPercent > tier.discountPercent) errors.push({ code: 'TIER_DISCOUNT_FALLS', index, minQuantity })
  }
  return errors
}
