import { formatRupees } from './money.ts'
import type { Paise } from './money.ts'

/** '₹1,500', '₹131.12': without paise where there are none, for a threshold or a charge within a sentence, and for narrow places. */
export function shortRupees(paise: Paise): string {
  return formatRupees(paise).replace(/\.00$/, '')
}
