import { createHash } from 'node:crypto'

/** Always the same UUID for the same name (RFC 9562 version 5, in a namespace of the demo). */
export function stableId(kind: 'category' | 'product' | 'banner' | 'customer' | 'address' | 'order' | 'family' | 'value' | 'picture', name: string): string {
  const hash = createHash('sha1').update(`shringar.example/${kind}/${name}`).digest()
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  const hex = hash.subarray(0, 16).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
