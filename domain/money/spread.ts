import { exactNumber } from './money.ts'
import type { Paise } from './money.ts'

/**
 * Splits `total` in proportion to `weights`, in whole paise that sum to it. Each part is the floor of its exact share; the rest
 * goes one paisa each to the largest remainders, the earlier entry first on a tie.
 * No part exceeds its weight unless `total` exceeds their sum. If all weights are 0, the parts are equal.
 * Throws RangeError for negative or fractional amounts, and for a total without any entry to receive it.
 */
export function spreadByLargestRemainder(total: Paise, weights: readonly number[]): Paise[] {
  if (![total, ...weights].every((value) => Number.isSafeInteger(value) && value >= 0)) {
    throw new RangeError('Only whole, non-negative amounts can be spread')
  }
  if (total === 0) return weights.map(() => 0)
  if (weights.length === 0) throw new RangeError('Nothing to spread over')
  const given = weights.reduce((sum, weight) => sum + weight, 0)
  const fair = given > 0 ? weights : weights.map(() => 1)
  const whole = given > 0 ? given : weights.length
  const parts = total * whole <= Number.MAX_SAFE_INTEGER ? partsOf(total, fair, whole) : exactPartsOf(total, fair)
  const shares = parts.map((part) => part.floor)
  const left = total - shares.reduce((sum, share) => sum + share, 0)
  const largestFirst = parts.toSorted((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
  for (const { index } of largestFirst.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1
  return shares
}

type Part = { index: number; floor: number; remainder: number | bigint }

/** For products within the safe integers. Saves a large cart the BigInt arithmetic. */
function partsOf(total: Paise, weights: readonly number[], whole: number): Part[] {
  return weights.map((weight, index) => {
    const share = total * weight
    const remainder = share % whole
    return { index, floor: (share - remainder) / whole, remainder }
  })
}

function exactPartsOf(total: Paise, weights: readonly number[]): Part[] {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  return weights.map((weight, index) => {
    const share = BigInt(total) * BigInt(weight)
    return { index, floor: exactNumber(share / whole), remainder: share % whole }
  })
}
