/** Counts the rows of COPY's text format, and makes a digest of them that does not depend on their order. */
import { createHash, type Hash } from 'node:crypto'

const NEWLINE = 10

export type RowDigest = {
  add(chunk: Uint8Array): void
  /** The digest of the bytes in their order too. */
  end(): { rows: number; bytes: number; sha256: string; rows_sha256: string }
}

/**
 * A row is a line: a newline within a value is written as `\n`. The digests of all rows are added, number by number, so that two tables
 * with the same rows agree, whatever the order in which PostgreSQL returns them.
 */
export function createRowDigest(): RowDigest {
  const sum = new Uint32Array(8)
  const whole = createHash('sha256')
  let rows = 0
  let bytes = 0
  let begun: Hash | undefined
  function endRow(last: Uint8Array): void {
    const digest = (begun ?? createHash('sha256')).update(last).digest()
    begun = undefined
    rows += 1
    for (let place = 0; place < 8; place += 1) sum[place] = ((sum[place] ?? 0) + digest.readUInt32BE(place * 4)) >>> 0
  }
  return {
    add(chunk) {
      whole.update(chunk)
      bytes += chunk.byteLength
      let from = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
        endRow(chunk.subarray(from, end))
        from = end + 1
      }
      if (from < chunk.byteLength) begun = (begun ?? createHash('sha256')).update(chunk.subarray(from))
    },
    end() {
      const numbers = Buffer.alloc(32)
      for (let place = 0; place < 8; place += 1) numbers.writeUInt32BE(sum[place] ?? 0, place * 4)
      return { rows, bytes, sha256: whole.digest('hex'), rows_sha256: numbers.toString('hex') }
    },
  }
}
