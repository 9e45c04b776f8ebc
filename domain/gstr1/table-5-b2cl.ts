import { listed } from './listed.ts'
import type { Listed } from './listed.ts'
import type { ReturnDocument } from './return-document.ts'
import { documentsOf } from './sections.ts'

/** Table 5: inter-State invoices to unregistered buyers above ₹1 lakh, invoice by invoice. */
export function table5(documents: readonly ReturnDocument[]): Listed[] {
  return listed(documentsOf(documents, 'b2cl'))
}
