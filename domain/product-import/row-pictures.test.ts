import { describe, expect, it } from 'vitest'
import { guessFields } from './guess-fields.ts'
import { picturesOfRows, readPictures } from './row-pictures.ts'

const rowsOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line, place) => ({ row: place + 2, cells: line.split('\t') }))
const guessed = (headings: string) => guessFields(headings.split('\t')).map(({ field }) => field)

describe('a cell with picture addresses', () => {
  it('may have several, on lines, after commas, semicolons, bars or spaces', () => {
    const cell =
      'https://a.example/1.jpg, https://a.example/2.jpg;https://a.example/3.jpg\nHTTP://a.example/4.jpg|https://a.example/5,6.jpg https://a.example/7.jpg,'
    expect(readPictures(cell)).toEqual({
      addresses: ['1.jpg', '2.jpg', '3.jpg']
        .map((name) => `https://a.example/${name}`)
        .concat('HTTP://a.example/4.jpg', 'https://a.example/5,6.jpg', 'https://a.example/7.jpg'),
      wrong: [],
    })
  })
  it('says what is no web address', () => {
    expect(readPictures('rose.jpg file:///etc/passwd javascript:alert(1) data:image/png;base64,AA //a.example/1.jpg https://')).toMatchObject({ addresses: [] })
    expect(readPictures(`https://a.example/${'x'.repeat(2000)}`)).toEqual({ addresses: [], wrong: [`https://a.example/${'x'.repeat(102)}`] })
    expect(readPictures('')).toEqual({ addresses: [], wrong: [] })
  })
})

describe('the columns of pictures', () => {
  it('are found by their headings, several of them, and no others', () => {
    expect(guessed('sku\tmain_image_url\tother_image_url1\tother_image_url2')).toEqual(['sku', 'pictures', 'pictures', 'pictures'])
    expect(guessed('SKU\tImages\tImage Alt Text\tImage Position')).toEqual(['sku', 'pictures', null, null])
    expect(guessed('SKU\tफोटो')).toEqual(['sku', 'pictures'])
    expect(guessed('Handle\tTitle\tVariant SKU\tVariant Price\tImage Src\tImage Position\tVariant Image')).toEqual([
      'handle',
      'name',
      'sku',
      'price',
      'family_pictures',
      null,
      'pictures',
    ])
  })
})

describe('the pictures of a handle', () => {
  const mapping = ['handle', 'sku', 'family_pictures', 'pictures'] as const
  it('go to its first product; the others have their own, or else the first one', () => {
    const rows = rowsOf(`
lip\tL-1\thttps://a.example/1\t
lip\tL-2\thttps://a.example/2\thttps://a.example/red
lip\tL-3\t\t
lip\t\thttps://a.example/3\t
oil\tO-1\thttps://a.example/oil\t`)
    expect(Object.fromEntries([...picturesOfRows(rows, [...mapping])].map(([row, { addresses }]) => [row, addresses.map((one) => one.slice(18))]))).toEqual({
      2: ['1', '2', '3'],
      3: ['red'],
      4: ['1'],
      6: ['oil'],
    })
  })
  it('are at most twelve for a product, each once', () => {
    const many = Array.from({ length: 20 }, (_, at) => `https://a.example/${Math.floor(at / 2)}`).join(' ')
    expect(picturesOfRows([{ row: 2, cells: ['A', many] }], ['sku', 'pictures']).get(2)?.addresses).toHaveLength(10)
    const more = Array.from({ length: 20 }, (_, at) => `https://a.example/${at}`).join(' ')
    expect(picturesOfRows([{ row: 2, cells: ['A', more] }], ['sku', 'pictures']).get(2)?.addresses).toHaveLength(12)
  })
  it('of rows without a handle are of their row alone, in the order of the columns', () => {
    const rows = rowsOf('\tA\t\thttps://a.example/a\n\tB\thttps://a.example/c\thttps://a.example/b')
    expect(picturesOfRows(rows, [...mapping]).get(3)?.addresses).toEqual(['https://a.example/b', 'https://a.example/c'])
  })
})
