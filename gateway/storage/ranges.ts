/** Range requests for one part of a file: browsers ask for it to go on with a download, and to jump in films. */
import type { ByteRange } from './stores/file-store.ts'

/** The wanted part; null: the whole file (no range, several, or of another version); 'unsatisfiable': beyond its end. */
export function readRange(request: Request, size: number, etag: string): ByteRange | null | 'unsatisfiable' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(request.headers.get('range') ?? '')
  const [, first = '', last = ''] = match ?? []
  if (!match || (first === '' && last === '')) return null
  const condition = request.headers.get('if-range')
  if (condition !== null && condition !== etag) return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return null
  return start >= size || (first === '' && Number(last) === 0) ? 'unsatisfiable' : { start, end }
}
