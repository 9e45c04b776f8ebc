import type { Gstr1 } from './gstr1.ts'
import type { SheetName } from './sheets.ts'
import { NOTHING, sumAmounts } from './tax-amounts.ts'
import type { TaxAmounts } from './tax-amounts.ts'

/** The rows and the sum of each sheet, for a check before the download. Notes of table 9B are positive, as in its list. */
export type TableTotal = TaxAmounts & { table: SheetName; rows: number }

export function tableTotals({ b2b, b2cl, b2cs, cdnr, cdnur, nil, hsn, series }: Gstr1): TableTotal[] {
  const listed = (table: SheetName, rows: Gstr1['b2b']): TableTotal => ({ table, rows: rows.length, ...sumAmounts(rows.flatMap(({ rates }) => rates)) })
  const summed = (table: SheetName, rows: readonly TaxAmounts[]): TableTotal => ({ table, rows: rows.length, ...sumAmounts(rows) })
  const nilRated = nil.filter(({ value }) => value !== 0)
  return [
    listed('b2b', b2b),
    listed('b2cl', b2cl),
    summed('b2cs', b2cs),
    summed(
      'exemp',
      nilRated.map(({ value }) => ({ ...NOTHING, taxable: value })),
    ),
    listed('cdnr', cdnr),
    listed('cdnur', cdnur),
    summed('hsn_b2b', hsn.b2b),
    summed('hsn_b2c', hsn.b2c),
    { table: 'docs', rows: series.length, ...NOTHING },
  ]
}
