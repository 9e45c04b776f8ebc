/** Compares the rows of two tables without remembering them, in whatever order they are read. */
import { createHash, type Hash } from 'node:crypto'

const NEWLINE = 10

export type RowDigest = {
  add(chunk: Uint8Array): void
  /** How many rows there were so far, and the sum of their checksums as 64 hexadecimal digits. */
  result(): { rows: number; sum: string }
}

/**
 * For rows as COPY writes them: one line each, in which a line end within a value is escaped. The checksums of all rows are added, number
 * by number, so that two tables with the same rows agree.
 */
export function createRowDigest(): RowDigest {
  const sum = new Uint32Array(8)
  let rows = 0
  let begun: Hash | undefined

  function endRow(last: Uint8Array): void {
    const digest = (begun ?? createHash('sha256')).update(last).digest()
    begun = undefined
    for (let place = 0; place < sum.length; place += 1) sum[place] = (sum[place] ?? 0) + digest.readUInt32BE(place * 4)
    rows += 1
  }

  return {
    add(chunk) {
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        endRow(chunk.subarray(start, end))
        start = end + 1
      }
      if (start < chunk.byteLength) begun = (begun ?? createHash('sha256')).update(chunk.subarray(start))
    },
    result() {
      const numbers = Buffer.alloc(32)
      sum.forEach((part, place) => void numbers.writeUInt32BE(part, place * 4))
      return { rows, sum: numbers.toString('hex') }
    },
  }
}
