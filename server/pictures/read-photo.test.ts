import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readPhoto } from './read-photo.ts'

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#b5485d' } })

test('a photo becomes a JPEG within bounds, upright and without the place where it was taken', async () => {
  const taken = await picture(2400, 1800)
    .withExif({ IFD3: { GPSLatitude: '19/1 4/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const stored = await readPhoto(taken)
  const { format, width, height, exif, orientation } = await sharp(stored ?? Buffer.alloc(0)).metadata()
  expect({ format, width, height, exif, orientation }).toEqual({ format: 'jpeg', width: 1200, height: 1600, exif: undefined, orientation: undefined })
})

test('what is no picture, or unpacks to too many pixels, is refused', async () => {
  const bomb = await picture(9000, 9000).png({ compressionLevel: 9 }).toBuffer()
  const gif = await picture(10, 10).gif().toBuffer()
  const cut = (await picture(900, 900).jpeg().toBuffer()).subarray(0, 900)
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')
  for (const file of [bomb, gif, cut, drawing, Buffer.from('%PDF-1.4'), new Uint8Array()]) expect(await readPhoto(file)).toBeNull()
})
