import { copyPicture, uploadPicture } from '../../../data/admin/product-picture-files.ts'
import type { Tile } from './tiles.ts'

/** As many at once: a phone's line is full with three. */
const AT_ONCE = 3

/**
 * Sends what is only here and copies what is another product's. What could not be sent says so and stays; sending again
 * sends only that. `onProgress`: the tile's key and 0 to 1.
 */
export async function sendTiles(tiles: readonly Tile[], onProgress: (key: string, part: number) => void): Promise<Tile[]> {
  const waiting = tiles.filter(({ path }) => path === null)
  const sent = new Map<string, Tile>()
  const work = async () => {
    for (let tile = waiting.shift(); tile; tile = waiting.shift()) sent.set(tile.key, await send(tile, onProgress))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return tiles.map((tile) => sent.get(tile.key) ?? tile)
}

async function send(tile: Tile, onProgress: (key: string, part: number) => void): Promise<Tile> {
  try {
    if (tile.file !== null) {
      const path = await uploadPicture(tile.file, (part) => onProgress(tile.key, part))
      return { ...tile, path, fresh: true, failed: false }
    }
    if (tile.copyOf === null) return tile
    const path = await copyPicture(tile.copyOf)
    return { ...tile, path, fresh: path !== tile.copyOf, failed: false }
  } catch {
    return { ...tile, failed: true }
  }
}
