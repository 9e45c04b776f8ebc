import { expect, test } from 'vitest'
import { newPicture, placedPictures, sameAsStored, storedPictures, formPicturesOf, picturesOver } from './form-pictures.ts'

const stored = [
  { id: 'a', image_url: 'product_images/a.webp', alt: 'Front', thumbhash: 'AAAA' },
  { id: 'b', image_url: 'product_images/b.webp', alt: null, thumbhash: null },
]

test('pictures that were read are as they are stored until their order, words or number change', () => {
  const pictures = formPicturesOf(stored, false)
  expect(sameAsStored(pictures, stored)).toBe(true)
  expect(storedPictures(pictures)).toEqual(stored)
  expect(sameAsStored(placedPictures(pictures, pictures[1]?.key ?? '', 0), stored)).toBe(false)
  expect(sameAsStored(pictures.slice(1), stored)).toBe(false)
  expect(sameAsStored([...pictures, newPicture(new Blob(), 'blob:x', null)], stored)).toBe(false)
  expect(
    sameAsStored(
      pictures.map((picture, place) => (place === 1 ? { ...picture, alt: 'Back' } : picture)),
      stored,
    ),
  ).toBe(false)
})

test('one is moved, and the others keep their order', () => {
  const pictures = formPicturesOf([...stored, { id: 'c', image_url: 'product_images/c.webp', alt: null, thumbhash: null }], false)
  const order = (at: number) => placedPictures(pictures, pictures[0]?.key ?? '', at).map(({ id }) => id)
  expect([order(0), order(1), order(2)]).toEqual([
    ['a', 'b', 'c'],
    ['b', 'a', 'c'],
    ['b', 'c', 'a'],
  ])
})

test('the pictures of a duplicate are copies; a picture that is not uploaded is not stored', () => {
  const pictures = formPicturesOf(stored, true)
  expect(pictures.map(({ id, path, copyOf }) => [id, path, copyOf])).toEqual([
    [null, null, 'product_images/a.webp'],
    [null, null, 'product_images/b.webp'],
  ])
  expect(storedPictures(pictures)).toEqual([])
})

test('saved over someone else’s pictures, mine keep their order and texts, and name no file that was deleted', () => {
  const [front, back] = formPicturesOf(stored, false)
  if (!front || !back) throw new Error('two pictures')
  const cut = { ...back, path: 'product_images/cut.webp', fresh: true }
  const theirs = [{ id: 'b', image_url: 'product_images/theirs.webp', alt: null, thumbhash: null }]
  expect(storedPictures(picturesOver([back, front], theirs))).toEqual(theirs)
  expect(storedPictures(picturesOver([cut], theirs))).toEqual([{ id: 'b', image_url: 'product_images/cut.webp', alt: null, thumbhash: null }])
  expect(storedPictures(picturesOver([cut], []))).toEqual([{ id: null, image_url: 'product_images/cut.webp', alt: null, thumbhash: null }])
})
