/** Unusual values that do not prevent the import. */
export type Warning = 'ODD_RATE' | 'RETAIL_DECIDES' | 'DRAFT_AT_MRP' | 'CAPPED_AT_MRP' | 'NO_HSN' | 'PRICE_HALVED' | 'NO_ADDRESS'

/** What the admin has decided for all rows with the same warning; nothing of it is remembered for the next file. */
export type Remedies = {
  /** the HSN code of products that would be on sale without one */
  hsn: string | null
  /** the GST rate instead of unusual ones */
  gstPercent: number | null
  /** rows with these warnings are not imported */
  leaveOut: readonly Warning[]
  /** rows without a SKU get one that is made from their values */
  makeSkus: boolean
}
export const NO_REMEDIES: Remedies = { hsn: null, gstPercent: null, leaveOut: [], makeSkus: false }
