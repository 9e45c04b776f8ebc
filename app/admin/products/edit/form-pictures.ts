import type { StoredPicture } from '../../../data/admin/product.ts'

/**
 * A picture of the form. `path` is where it lies (`bucket/path` or an address), null while it is only here, as `file`.
 * `fresh`: it was sent by this form and belongs to nobody until the product is saved.
 */
export type FormPicture = {
  key: string
  id: string | null
  path: string | null
  /** a duplicate's: the file of another product, to be copied */ copyOf: string | null
  file: Blob | null
  /** an address of the browser's for `file` */ preview: string | null
  alt: string
  /** its colours while it loads */ thumbhash: string | null
  fresh: boolean
  failed: boolean
}

/** The most pictures of one product; the database asks the same. */
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

/** Whether the pictures, their order or their words differ from what is stored. */
export function sameAsStored(pictures: readonly FormPicture[], stored: readonly StoredPicture[]): boolean {
  return (
    pictures.length === stored.length &&
    pictures.every((picture, place) => {
      const was = stored[place]
      return was !== undefined && picture.id === was.id && picture.path === was.image_url && picture.alt.trim() === (was.alt ?? '')
    })
  )
}

/** One of them at another place. */
export function placedPictures(pictures: readonly FormPicture[], key: string, at: number): FormPicture[] {
  const picture = pictures.find((one) => one.key === key)
  const others = pictures.filter((one) => one.key !== key)
  return picture ? [...others.slice(0, at), picture, ...others.slice(at)] : [...pictures]
}

/** What the database stores, once each of them lies somewhere. */
export const storedPictures = (pictures: readonly FormPicture[]): StoredPicture[] =>
  pictures.flatMap(({ id, path, alt, thumbhash }) => (path === null ? [] : [{ id, image_url: path, alt: alt.trim() || null, thumbhash }]))

/**
 * My pictures over what someone else saved: a picture that they removed is gone with its file, and one that they cropped is
 * theirs unless I cropped it too.
 */
export function picturesOver(pictures: readonly FormPicture[], theirs: readonly StoredPicture[]): FormPicture[] {
  const now = new Map(theirs.map((picture) => [picture.id, picture]))
  return pictures.flatMap((picture) => {
    if (picture.id === null || picture.fresh || picture.file !== null) return [picture.id !== null && !now.has(picture.id) ? { ...picture, id: null } : picture]
    const theirsNow = now.get(picture.id)
    return theirsNow ? [{ ...picture, path: theirsNow.image_url }] : []
  })
}
