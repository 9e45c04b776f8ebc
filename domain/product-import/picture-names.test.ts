import { describe, expect, it } from 'vitest'
import { isPictureName, matchPictures, skusOfPath } from './picture-names.ts'

describe('a file of a picture', () => {
  it('is of the product whose SKU is its name, its name without a number, or its folder', () => {
    expect(skusOfPath('ROSE-1.jpg')).toEqual(['ROSE-1', 'ROSE'])
    expect(skusOfPath('photos/ROSE-1 (2).JPEG')).toEqual(['ROSE-1 (2)', 'ROSE-1', 'photos'])
    expect(skusOfPath('ROSE-1/front.png')).toEqual(['front', 'ROSE-1'])
    expect(skusOfPath(`${'x'.repeat(50)}.png`)).toEqual([])
  })
  it('is no hidden file and no other file', () => {
    expect(['a.jpg', 'b/C.WEBP', '__MACOSX/a.jpg', '.a.jpg', 'b/._a.jpg', 'list.csv', 'a.svg', 'a.jpg.exe'].filter(isPictureName)).toEqual([
      'a.jpg',
      'b/C.WEBP',
    ])
  })
})

describe('the files of an archive', () => {
  it('are assigned to products in the order of their numbers, whatever their capitals', () => {
    expect(matchPictures(['rose_10.jpg', 'ROSE_2.jpg', 'Rose.jpg', 'LILY-1.jpg', 'x/nobody.jpg'], ['ROSE', 'LILY-1'])).toEqual({
      found: [
        { path: 'LILY-1.jpg', sku: 'LILY-1', place: 1 },
        { path: 'Rose.jpg', sku: 'ROSE', place: 1 },
        { path: 'ROSE_2.jpg', sku: 'ROSE', place: 2 },
        { path: 'rose_10.jpg', sku: 'ROSE', place: 3 },
      ],
      unknown: ['x/nobody.jpg'],
    })
  })
  it('are of the product with the whole name where another one has the beginning of it', () => {
    expect(matchPictures(['ROSE-1.jpg'], ['ROSE', 'ROSE-1']).found).toEqual([{ path: 'ROSE-1.jpg', sku: 'ROSE-1', place: 1 }])
  })
})
