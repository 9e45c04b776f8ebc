import { expect, test } from 'vitest'
import { newTile, placedTiles, sameAsStored, storedPictures, tilesOf, tilesOver } from './tiles.ts'

const stored = [
  { id: 'a', image_url: 'product_images/a.webp', alt: 'Front', thumbhash: 'AAAA' },
  { id: 'b', image_url: 'product_images/b.webp', alt: null, thumbhash: null },
]

test('pictures that were read are as they are stored until their order, words or number change', () => {
  const tiles = tilesOf(stored, false)
  expect(sameAsStored(tiles, stored)).toBe(true)
  expect(storedPictures(tiles)).toEqual(stored)
  expect(sameAsStored(placedTiles(tiles, tiles[1]?.key ?? '', 0), stored)).toBe(false)
  expect(sameAsStored(tiles.slice(1), stored)).toBe(false)
  expect(sameAsStored([...tiles, newTile(new Blob(), 'blob:x', null)], stored)).toBe(false)
  expect(
    sameAsStored(
      tiles.map((tile, place) => (place === 1 ? { ...tile, alt: 'Back' } : tile)),
      stored,
    ),
  ).toBe(false)
})

test('one is put to another place, and the others keep their order', () => {
  const tiles = tilesOf([...stored, { id: 'c', image_url: 'product_images/c.webp', alt: null, thumbhash: null }], false)
  const order = (at: number) => placedTiles(tiles, tiles[0]?.key ?? '', at).map(({ id }) => id)
  expect([order(0), order(1), order(2)]).toEqual([
    ['a', 'b', 'c'],
    ['b', 'a', 'c'],
    ['b', 'c', 'a'],
  ])
})

test('a duplicate’s pictures are others, to be copied; what lies nowhere yet is not stored', () => {
  const tiles = tilesOf(stored, true)
  expect(tiles.map(({ id, path, copyOf }) => [id, path, copyOf])).toEqual([
    [null, null, 'product_images/a.webp'],
    [null, null, 'product_images/b.webp'],
  ])
  expect(storedPictures(tiles)).toEqual([])
})

test('saved over somebody else’s pictures, mine keep their order and words, and name no file that she took away', () => {
  const [front, back] = tilesOf(stored, false)
  if (!front || !back) throw new Error('two pictures')
  const cut = { ...back, path: 'product_images/cut.webp', fresh: true }
  const theirs = [{ id: 'b', image_url: 'product_images/hers.webp', alt: null, thumbhash: null }]
  expect(storedPictures(tilesOver([back, front], theirs))).toEqual(theirs)
  expect(storedPictures(tilesOver([cut], theirs))).toEqual([{ id: 'b', image_url: 'product_images/cut.webp', alt: null, thumbhash: null }])
  expect(storedPictures(tilesOver([cut], []))).toEqual([{ id: null, image_url: 'product_images/cut.webp', alt: null, thumbhash: null }])
})
