import { expect, test } from 'vitest'
import { afterSave, newPicture, placedPictures, sameAsStored, storedPictures, formPicturesOf, picturesOver, withUploads } from './form-pictures.ts'

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

test('pictures that are chosen, described or cropped while others are uploaded and saved wait for the next save', () => {
  const [first, second, late] = [
    newPicture(new Blob(['1']), 'blob:1', null),
    newPicture(new Blob(['2']), 'blob:2', null),
    newPicture(new Blob(['3']), 'blob:3', null),
  ]
  const all = [
    { ...first, path: 'product_images/1.webp', fresh: true },
    { ...second, path: 'product_images/2.webp', fresh: true },
  ]
  const cut = { ...second, file: new Blob(['2']) }
  const now = withUploads([{ ...first, alt: 'Front' }, cut, late], all)
  expect(now).toEqual([{ ...first, alt: 'Front', path: 'product_images/1.webp', fresh: true }, cut, late])

  const read = [
    { id: 'a', image_url: 'product_images/1.webp', alt: null, thumbhash: null },
    { id: 'b', image_url: 'product_images/2.webp', alt: null, thumbhash: null },
  ]
  expect(afterSave(now, all, read).map(({ id, path, alt }) => [id, path, alt])).toEqual([
    ['a', 'product_images/1.webp', 'Front'],
    ['b', null, ''],
    [null, null, ''],
  ])
  expect(sameAsStored(afterSave(all, all, read), read)).toBe(true)
  // someone else removed it in between
  expect(afterSave(all, all, read.slice(1)).map(({ id }) => id)).toEqual(['b'])
})
