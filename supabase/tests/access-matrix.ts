import { catalogue } from './access/catalogue.ts'
import { orders } from './access/orders.ts'
import { people } from './access/people.ts'
import { sales } from './access/sales.ts'
import { settings } from './access/settings.ts'
import type { Case } from './access/asking.ts'

/** Every table of the shop with every verb, across the files that define the cases. */
export const MATRIX: Record<string, Case[]> = { ...catalogue, ...settings, ...people, ...orders, ...sales }
