import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readLogo } from './logo-picture.ts'

const rectangle = (width: number, height: number, background = '#0a6') => sharp({ create: { width, height, channels: 4, background } })
/** A rectangle with an empty margin around it. */
const framed = (width: number, height: number, margin: number) =>
  rectangle(width, height).extend({ top: margin, bottom: margin, left: margin, right: margin, background: '#0000' }).png().toBuffer()

test('a logo loses its margin and is stored as PNG in two bounded sizes', async () => {
  const logo = await readLogo(await framed(1500, 400, 100))
  if ('refused' in logo) throw new Error(logo.refused)
  expect([logo.width, logo.height]).toEqual([1080, 288])
  const small = await sharp(logo.small).metadata()
  expect([small.format, small.width, small.height]).toEqual(['png', 450, 120])
  const large = await sharp(logo.png).metadata()
  expect([large.format, large.width, large.exif]).toEqual(['png', 1080, undefined])
})

test('a small logo is not enlarged, and a JPEG is accepted', async () => {
  expect(await readLogo(await rectangle(200, 80).flatten().jpeg().toBuffer())).toMatchObject({ width: 200, height: 80 })
})

test('anything else is refused with its reason', async () => {
  const png = (width: number, height: number) => framed(width, height, 4)
  expect(await readLogo(await png(40, 40))).toEqual({ refused: 'TOO_SMALL' })
  expect(await readLogo(await png(900, 50))).toEqual({ refused: 'WRONG_SHAPE' })
  expect(await readLogo(await png(60, 400))).toEqual({ refused: 'WRONG_SHAPE' })
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><script>alert(1)</script></svg>'
  for (const file of [svg, 'no picture', '', '%PDF-1.7', 'GIF89a']) expect(await readLogo(Buffer.from(file)), file).toEqual({ refused: 'NOT_A_PICTURE' })
  const bomb = await rectangle(6000, 5000).png().toBuffer()
  expect(await readLogo(bomb)).toEqual({ refused: 'NOT_A_PICTURE' })
  expect(await readLogo((await png(300, 100)).subarray(0, 200))).toEqual({ refused: 'NOT_A_PICTURE' })
})
