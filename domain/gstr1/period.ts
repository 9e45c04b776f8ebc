/** A month of the return, in Indian time. */
export type Period = {
  /** '2026-11' */
  month: string
  /** the portal's format: '112026' */
  fp: string
  /** the first moment of the month, and the first of the next one */
  from: Date
  until: Date
}

const INDIA_OFFSET_MS = (5 * 60 + 30) * 60_000

/** '2026-11' → its period; null for any other text. GST began in July 2017. */
export function periodOf(month: unknown): Period | null {
  const [, year = '', number = ''] = (typeof month === 'string' && /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month)) || []
  const start = (months: number) => new Date(Date.UTC(Number(year), Number(number) - 1 + months, 1) - INDIA_OFFSET_MS)
  if (`${year}-${number}` < '2017-07' || Number(year) > 2200) return null
  return { month: `${year}-${number}`, fp: `${number}${year}`, from: start(0), until: start(1) }
}
