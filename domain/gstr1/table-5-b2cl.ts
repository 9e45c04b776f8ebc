import { listed } from './listed.ts'
import type { Listed } from './listed.ts'
import type { ReturnDocument } from './return-document.ts'
import { documentsOf } from './sections.ts'

/** Table 5: inter-State invoices above ₹1 lakh to unregistered buyers, each on its own. */
export function table5(documents: readonly ReturnDocument[]): Listed[] {
  return listed(documentsOf(documents, 'b2cl'))
}
