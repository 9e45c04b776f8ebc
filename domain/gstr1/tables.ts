/** The tables of the return. */
import type { Listed } from './listed.ts'
import type { OfHsn } from './return-document.ts'
import type { SmallSales } from './table-7-b2cs.ts'
import type { NilRated } from './table-8-nil.ts'
import type { Series } from './table-13-documents.ts'

export type Tables = {
  b2b: Listed[]
  b2cl: Listed[]
  b2cs: SmallSales[]
  nil: NilRated[]
  cdnr: Listed[]
  cdnur: Listed[]
  hsn: { b2b: OfHsn[]; b2c: OfHsn[] }
  series: Series[]
}
