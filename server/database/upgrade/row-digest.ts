/** Compares the rows of two tables without remembering them, in whatever order they are read. */
import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

const NEWLINE = 10

export type RowDigest = {
  /** Passes everything on unchanged. */
  stream: Transform
  /** How many rows have passed, and the sum of their checksums. */
  result(): { rows: number; sum: string }
}

/**
 * For rows as COPY writes them: one line each, in which a line end within a value is escaped.
 *
 * @param onRows is called with the number of rows that have passed, after each piece of them
 */
export function createRowDigest(onRows: (rows: number) => void = () => undefined): RowDigest {
  const sum = new Uint32Array(8)
  let rows = 0
  let begun: Buffer[] = []

  function add(line: Buffer): void {
    const hash = createHash('sha256')
    for (const part of begun) hash.update(part)
    begun = []
    const digest = hash.update(line).digest()
    for (let place = 0; place < sum.length; place += 1) sum[place] = (sum[place] ?? 0) + digest.readUInt32LE(place * 4)
    rows += 1
  }

  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        add(chunk.subarray(start, end))
        start = end + 1
      }
      // Copied: the driver uses its memory again.
      if (start < chunk.length) begun.push(Buffer.from(chunk.subarray(start)))
      onRows(rows)
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ rows, sum: Buffer.from(sum.buffer).toString('hex') }) }
}
