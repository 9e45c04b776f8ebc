import { listed } from './listed.ts'
import type { Listed } from './listed.ts'
import type { ReturnDocument } from './return-document.ts'
import { documentsOf } from './sections.ts'

/** Table 4: taxed supplies to registered buyers, each invoice on its own. */
export function table4(documents: readonly ReturnDocument[]): Listed[] {
  return listed(documentsOf(documents, 'b2b'))
}
