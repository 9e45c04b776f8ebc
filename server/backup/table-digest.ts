/** What the manifest of a backup says of one table. */
import { createHash } from 'node:crypto'
import { createRowDigest } from '../database/row-digest.ts'

export type TableDigest = {
  add(chunk: Uint8Array): void
  /** `sha256`: of the bytes in their order; `rows_sha256`: the same for the same rows in any order. */
  end(): { rows: number; bytes: number; sha256: string; rows_sha256: string }
}

/** For rows as COPY writes them. */
export function createTableDigest(): TableDigest {
  const byRow = createRowDigest()
  const whole = createHash('sha256')
  let bytes = 0
  return {
    add(chunk) {
      byRow.add(chunk)
      whole.update(chunk)
      bytes += chunk.byteLength
    },
    end() {
      const { rows, sum } = byRow.result()
      return { rows, bytes, sha256: whole.digest('hex'), rows_sha256: sum }
    },
  }
}
