import { rgbaToThumbHash } from 'thumbhash'
import * as say from '#words/admin-product-pictures.ts'
import { pictureType, TYPE_BYTES } from './picture-type.ts'
import type { Box } from './crop-box.ts'

/** Bytes; the limit of the bucket. */
const MOST_BYTES = 10 * 1024 * 1024
/** Maximum pixels per side: the largest size that a page requests is 1,920. */
const MOST_SIDE = 2400
/** Maximum total pixels: beyond this, a picture with a small file size could use up the device's memory. */
const MOST_PIXELS = 100_000_000

/** Pixels per side of the reduced picture for its thumbhash; more would add no detail. */
const THUMBHASH_SIDE = 48

/** A validated file, or a message why it was refused. */
export type ReadPicture = { ok: true; picture: Blob; thumbhash: string } | { ok: false; text: string }

/** Checks the bytes, decodes them, and scales down what is larger than any page shows. The server checks the bytes again. */
export async function readPicture(file: File): Promise<ReadPicture> {
  const refuse = (text: (name: string) => string): ReadPicture => ({ ok: false, text: text(file.name) })
  const type = pictureType(new Uint8Array(await file.slice(0, TYPE_BYTES).arrayBuffer()))
  if (type === null) return refuse(say.notAPicture)
  if (file.size > MOST_BYTES) return refuse(say.tooHeavy)
  const picture = new Blob([file], { type })
  const bitmap = await createImageBitmap(picture).catch(() => null)
  if (bitmap === null) return refuse(say.broken)
  const { width, height } = bitmap
  try {
    if (width * height > MOST_PIXELS) return refuse(say.tooVast)
    const whole = { x: 0, y: 0, width, height }
    const small = Math.max(width, height) <= MOST_SIDE
    return { ok: true, picture: small ? picture : await drawn(bitmap, whole, type), thumbhash: blurOf(bitmap, whole) }
  } finally {
    bitmap.close()
  }
}

/** Part of a picture as a new picture. */
export async function croppedPicture(source: ImageBitmap, part: Box, type: string): Promise<{ picture: Blob; thumbhash: string }> {
  return { picture: await drawn(source, part, type), thumbhash: blurOf(source, part) }
}

/** The thumbhash, shown while the picture loads. Transparent areas count as white, as pages show them. */
function blurOf(source: ImageBitmap, part: Box): string {
  const { canvas, context } = canvasOf(source, part, THUMBHASH_SIDE, '#fff')
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  return btoa(String.fromCharCode(...rgbaToThumbHash(canvas.width, canvas.height, data)))
}

/** @param most maximum pixels of the longer side */
function canvasOf(source: ImageBitmap, part: Box, most: number, ground: string | null) {
  const scale = Math.min(1, most / Math.max(part.width, part.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(part.width * scale))
  canvas.height = Math.max(1, Math.round(part.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  if (ground !== null) {
    context.fillStyle = ground
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, part.x, part.y, part.width, part.height, 0, 0, canvas.width, canvas.height)
  return { canvas, context }
}

async function drawn(source: ImageBitmap, part: Box, type: string): Promise<Blob> {
  const { canvas } = canvasOf(source, part, MOST_SIDE, null)
  // A canvas cannot write AVIF; formats with transparency become WebP, which keeps it.
  const target = type === 'image/jpeg' ? 'image/jpeg' : 'image/webp'
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, target, 0.9))
  if (!blob) throw new Error('the canvas gave nothing')
  return blob
}
