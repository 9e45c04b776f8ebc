/** A tax component: its rate is the line's rate × share. */
export type HeadColumn = { key: 'cgst' | 'sgst' | 'igst'; name: 'CGST' | 'SGST' | 'UTGST' | 'IGST'; share: 0.5 | 1 }

/** CGST and SGST within a State (UTGST in a Union Territory without a legislature), IGST to another (docs/india.md#place-of-supply). */
export function taxHeads(interState: boolean, unionTerritory: boolean): HeadColumn[] {
  if (interState) return [{ key: 'igst', name: 'IGST', share: 1 }]
  return [
    { key: 'cgst', name: 'CGST', share: 0.5 },
    { key: 'sgst', name: unionTerritory ? 'UTGST' : 'SGST', share: 0.5 },
  ]
}
