/** The type of a file from its first bytes: its name and the type that the device guessed from it are not reliable (docs/rules.md#pictures). */
export function pictureType(start: Uint8Array): 'image/jpeg' | 'image/png' | 'image/webp' | 'image/avif' | null {
  const text = (from: number, to: number) => String.fromCharCode(...start.subarray(from, to))
  if (start[0] === 0xff && start[1] === 0xd8 && start[2] === 0xff) return 'image/jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp'
  if (text(4, 8) === 'ftyp' && ['avif', 'avis'].includes(text(8, 12))) return 'image/avif'
  return null
}

/** The number of bytes that `pictureType` reads. */
export const TYPE_BYTES = 12
