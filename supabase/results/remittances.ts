/** What functions return about remittances. Amounts in rupees. */
import type { Rows } from './rows.ts'

/** Why a row was not booked; 'repeated': it was booked before, or is twice in the file. */
export type RemittanceProblem = 'unknown' | 'ambiguous' | 'cancelled' | 'not_cod' | 'paid'

type Line = {
  place: number
  tracking: string | null
  order_text: string | null
  collected: number
  charges: number
  /** what the label says; null: no such parcel */
  expected: number | null
  booked: number
  order_id: string | null
  order_number: number | null
  name: string | null
}
export type PreviewRow = Line & { problem: RemittanceProblem | 'repeated' | null }
/** `booked`: the id of the remittance that this transfer is already. */
export type RemittancePreview = { booked: string | null; rows: PreviewRow[] }

export type RemittanceLine = Line & { id: string; problem: RemittanceProblem | null; open: boolean; note: string | null; settled_by: string | null }
export type Remittance = {
  id: string
  courier: string
  reference: string
  received_on: string
  received: number
  other_charges: number
  created_at: string
  created_by: string | null
  lines: RemittanceLine[]
}

export type RemittanceResults = {
  preview_remittance: RemittancePreview
  book_remittance: { id: string; already: boolean; lines?: number }
  remittance_of: Remittance | null
  remittance_list: Rows<'remittance_list'>
}
