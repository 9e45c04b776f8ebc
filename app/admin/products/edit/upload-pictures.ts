import { copyPicture, uploadPicture } from '../../../data/admin/products/product-picture-files.ts'
import type { FormPicture } from './form-pictures.ts'

/** Maximum concurrent uploads: three saturate the connection of a phone. */
const AT_ONCE = 3

/**
 * Uploads new pictures and copies those of another product. Failed ones are marked and stay; a retry sends only those. `onProgress`: the picture's key and 0 to
 * 1.
 */
export async function uploadPictures(pictures: readonly FormPicture[], onProgress: (key: string, part: number) => void): Promise<FormPicture[]> {
  const waiting = pictures.filter(({ path }) => path === null)
  const sent = new Map<string, FormPicture>()
  const work = async () => {
    for (let picture = waiting.shift(); picture; picture = waiting.shift()) sent.set(picture.key, await send(picture, onProgress))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return pictures.map((picture) => sent.get(picture.key) ?? picture)
}

async function send(picture: FormPicture, onProgress: (key: string, part: number) => void): Promise<FormPicture> {
  try {
    if (picture.file !== null) {
      const path = await uploadPicture(picture.file, (part) => onProgress(picture.key, part))
      return { ...picture, path, fresh: true, failed: false }
    }
    if (picture.copyOf === null) return picture
    const path = await copyPicture(picture.copyOf)
    return { ...picture, path, fresh: path !== picture.copyOf, failed: false }
  } catch {
    return { ...picture, failed: true }
  }
}
