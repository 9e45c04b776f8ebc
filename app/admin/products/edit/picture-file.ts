import { rgbaToThumbHash } from 'thumbhash'
import * as say from '#words/admin-product-pictures.ts'
import { pictureType, TYPE_BYTES } from './picture-type.ts'
import type { Box } from './crop-box.ts'

/** Bytes; the bucket's own limit. */
const MOST_BYTES = 10 * 1024 * 1024
/** Pixels a side that are kept: the largest size a page asks for is 1,920. */
const MOST_SIDE = 2400
/** Pixels in all: beyond it a picture of few bytes would take the device's memory. */
const MOST_PIXELS = 100_000_000

/** Pixels a side that a picture is made small to for its blur: more says nothing more. */
const THUMBHASH_SIDE = 48

/** A file as it may be sent, or the sentence that says why not. */
export type ReadPicture = { ok: true; picture: Blob; thumbhash: string } | { ok: false; text: string }

/** Looks at the bytes, decodes them, and makes what is larger than any page shows smaller. The server looks at the bytes again. */
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

/** A part of a picture as a picture. */
export async function croppedPicture(source: ImageBitmap, part: Box, type: string): Promise<{ picture: Blob; thumbhash: string }> {
  return { picture: await drawn(source, part, type), thumbhash: blurOf(source, part) }
}

/** Its colours in a few bytes, for the moment before it is there. What is transparent is taken for white, as a page shows it. */
function blurOf(source: ImageBitmap, part: Box): string {
  const { canvas, context } = canvasOf(source, part, THUMBHASH_SIDE, '#fff')
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  return btoa(String.fromCharCode(...rgbaToThumbHash(canvas.width, canvas.height, data)))
}

/** @param most pixels of its longer side */
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
  // A canvas writes no AVIF; what keeps its transparency stays able to.
  const target = type === 'image/jpeg' ? 'image/jpeg' : 'image/webp'
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, target, 0.9))
  if (!blob) throw new Error('the canvas gave nothing')
  return blob
}
