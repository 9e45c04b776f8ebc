import { PERSONAL_DATA } from '../../shop/personal-data.ts'

/** The free texts of an order: the columns of the register, which the database holds complete, except its discounts, which are a list. */
const COLUMNS = Object.keys(PERSONAL_DATA['public.orders']?.columns ?? {}).filter((column) => column !== 'offers')

/** A text of its own for each of them, to find it again where the order is shown. */
export const ORDER_TEXTS = Object.fromEntries(COLUMNS.map((column) => [column, `the ${column.replaceAll('_', ' ')}`]))

/** The columns whose text is not in what is shown. */
export const missingTexts = (shown: string): string[] => COLUMNS.filter((column) => !shown.includes(ORDER_TEXTS[column] ?? ''))
