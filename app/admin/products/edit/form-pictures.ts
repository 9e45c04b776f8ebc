import type { StoredPicture } from '../../../data/admin/products/product.ts'

/**
 * A picture of the form. `path` is its location (`bucket/path` or an address), null while it exists only here, as `file`. `fresh`: this form uploaded it, and
 * it belongs to no product until the product is saved.
 */
export type FormPicture = {
  key: string
  id: string | null
  path: string | null
  /** for a duplicate: the file of another product, to be copied */ copyOf: string | null
  file: Blob | null
  /** a browser address for `file` */ preview: string | null
  alt: string
  /** the thumbhash shown while it loads */ thumbhash: string | null
  fresh: boolean
  failed: boolean
}

export type PicturesChange = (now: readonly FormPicture[]) => readonly FormPicture[]

/** The maximum number of pictures of one product; the database enforces the same. */
export const MOST_PICTURES = 12

export const formPicturesOf = (pictures: readonly StoredPicture[], copied: boolean): FormPicture[] =>
  pictures.map(({ id, image_url, alt, thumbhash }, place) => ({
    key: `${id ?? 'only'}-${place}`,
    id: copied ? null : id,
    path: copied ? null : image_url,
    copyOf: copied ? image_url : null,
    file: null,
    preview: null,
    alt: alt ?? '',
    thumbhash,
    fresh: false,
    failed: false,
  }))

export const newPicture = (file: Blob, preview: string, thumbhash: string | null): FormPicture => ({
  key: crypto.randomUUID(),
  id: null,
  path: null,
  copyOf: null,
  file,
  preview,
  alt: '',
  thumbhash,
  fresh: false,
  failed: false,
})

/** Whether the pictures, their order or their descriptions equal what is stored. */
export function sameAsStored(pictures: readonly FormPicture[], stored: readonly StoredPicture[]): boolean {
  return (
    pictures.length === stored.length &&
    pictures.every((picture, place) => {
      const was = stored[place]
      return was !== undefined && picture.id === was.id && picture.path === was.image_url && picture.alt.trim() === (was.alt ?? '')
    })
  )
}

/** The pictures with one of them moved to another place. */
export function placedPictures(pictures: readonly FormPicture[], key: string, at: number): FormPicture[] {
  const picture = pictures.find((one) => one.key === key)
  const others = pictures.filter((one) => one.key !== key)
  return picture ? [...others.slice(0, at), picture, ...others.slice(at)] : [...pictures]
}

/** The pictures with the paths of those that were uploaded; what was chosen, cropped or described in the meantime stays. */
export const withUploads = (now: readonly FormPicture[], uploaded: readonly FormPicture[]): FormPicture[] =>
  now.map((picture) => {
    const sent = uploaded.find(({ key, file }) => key === picture.key && file === picture.file)
    return sent ? { ...picture, path: sent.path, fresh: sent.fresh, failed: sent.failed } : picture
  })

/**
 * The pictures after a save: those that were part of it are the stored ones now, the others wait for the next save.
 *
 * @param sent the pictures of the save, with their paths
 */
export function afterSave(now: readonly FormPicture[], sent: readonly FormPicture[], stored: readonly StoredPicture[]): FormPicture[] {
  return now.flatMap((picture) => {
    const was = sent.find(({ key }) => key === picture.key)
    if (!was) return [picture]
    const there = stored.find(({ id }) => id !== null && id === was.id) ?? stored.find(({ image_url }) => image_url === was.path)
    // It was cropped during the save.
    if (picture.file !== was.file) return [{ ...picture, id: there?.id ?? null }]
    return there ? [{ ...picture, id: there.id, path: there.image_url, copyOf: null, file: null, preview: null, fresh: false }] : []
  })
}

/** The format that the database stores, once each picture has a path. */
export const storedPictures = (pictures: readonly FormPicture[]): StoredPicture[] =>
  pictures.flatMap(({ id, path, alt, thumbhash }) => (path === null ? [] : [{ id, image_url: path, alt: alt.trim() || null, thumbhash }]))

/**
 * Reapplies the user's pictures to what someone else saved: a picture that they removed is gone with its file, and a picture that they cropped stays theirs
 * unless the user cropped it too.
 */
export function picturesOver(pictures: readonly FormPicture[], theirs: readonly StoredPicture[]): FormPicture[] {
  const now = new Map(theirs.map((picture) => [picture.id, picture]))
  return pictures.flatMap((picture) => {
    if (picture.id === null || picture.fresh || picture.file !== null) return [picture.id !== null && !now.has(picture.id) ? { ...picture, id: null } : picture]
    const theirsNow = now.get(picture.id)
    return theirsNow ? [{ ...picture, path: theirsNow.image_url }] : []
  })
}
