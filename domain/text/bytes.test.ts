import { expect, test } from 'vitest'
import { formatBytes } from './bytes.ts'

test.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1000, '1 kB'],
  [12_345_678, '12.3 MB'],
  [123_456_789, '123 MB'],
  [38_200_000_000, '38.2 GB'],
  [2_500_000_000_000, '2.5 TB'],
  [9_000_000_000_000_000, '9,000 TB'],
])('%i bytes are shown as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))
