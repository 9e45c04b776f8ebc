import type { StoredPicture } from '../../../data/admin/product.ts'

/**
 * A picture of the form. `path` is where it lies (`bucket/path` or an address), null while it is only here, as `file`.
 * `fresh`: it was sent by this form and belongs to nobody until the product is saved.
 */
export type Tile = {
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

export const tilesOf = (pictures: readonly StoredPicture[], copied: boolean): Tile[] =>
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

export const newTile = (file: Blob, preview: string, thumbhash: string | null): Tile => ({
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
export function sameAsStored(tiles: readonly Tile[], stored: readonly StoredPicture[]): boolean {
  return (
    tiles.length === stored.length &&
    tiles.every((tile, place) => {
      const was = stored[place]
      return was !== undefined && tile.id === was.id && tile.path === was.image_url && tile.alt.trim() === (was.alt ?? '')
    })
  )
}

/** One of them at another place. */
export function placedTiles(tiles: readonly Tile[], key: string, at: number): Tile[] {
  const tile = tiles.find((one) => one.key === key)
  const others = tiles.filter((one) => one.key !== key)
  return tile ? [...others.slice(0, at), tile, ...others.slice(at)] : [...tiles]
}

/** What the database stores, once each of them lies somewhere. */
export const storedPictures = (tiles: readonly Tile[]): StoredPicture[] =>
  tiles.flatMap(({ id, path, alt, thumbhash }) => (path === null ? [] : [{ id, image_url: path, alt: alt.trim() || null, thumbhash }]))

/**
 * Mine over what somebody else saved meanwhile: a picture that she took away is gone with its file, and one that she cut is
 * hers unless I cut it too.
 */
export function tilesOver(tiles: readonly Tile[], theirs: readonly StoredPicture[]): Tile[] {
  const now = new Map(theirs.map((picture) => [picture.id, picture]))
  return tiles.flatMap((tile) => {
    if (tile.id === null || tile.fresh || tile.file !== null) return [tile.id !== null && !now.has(tile.id) ? { ...tile, id: null } : tile]
    const picture = now.get(tile.id)
    return picture ? [{ ...tile, path: picture.image_url }] : []
  })
}
