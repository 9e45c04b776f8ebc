import { inflateSync } from 'node:zlib'

/**
 * A WOFF 1 file back to the plain sfnt (TrueType) inside it: Typst reads only that, and the display face comes from
 * its package as WOFF alone. Source: https://www.w3.org/TR/WOFF/ sections 3 to 5.
 *
 * @throws RangeError when the bytes are no WOFF file
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new RangeError('Not a WOFF file')
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const at = 44 + index * 20
    const [offset, packed, length] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)]
    const bytes = woff.subarray(offset, offset + packed)
    return { tag: woff.subarray(at, at + 4), checksum: woff.readUInt32BE(at + 16), bytes: packed < length ? inflateSync(bytes) : bytes }
  })

  const header = Buffer.alloc(12 + count * 16)
  const power = Math.floor(Math.log2(count))
  header.writeUInt32BE(woff.readUInt32BE(4), 0)
  header.writeUInt16BE(count, 4)
  header.writeUInt16BE(2 ** power * 16, 6)
  header.writeUInt16BE(power, 8)
  header.writeUInt16BE(count * 16 - 2 ** power * 16, 10)
  const parts: Buffer[] = [header]
  let end = header.length
  tables.forEach(({ tag, checksum, bytes }, index) => {
    const at = 12 + index * 16
    tag.copy(header, at)
    header.writeUInt32BE(checksum, at + 4)
    header.writeUInt32BE(end, at + 8)
    header.writeUInt32BE(bytes.length, at + 12)
    const padding = Buffer.alloc((4 - (bytes.length % 4)) % 4)
    parts.push(bytes, padding)
    end += bytes.length + padding.length
  })
  return Buffer.concat(parts)
}
