import { expect, test } from 'vitest'
import { readListFile } from './read-file.ts'

const file = (bytes: number[] | string): File => new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], 'list.csv')
const utf16 = (text: string): number[] => [0xff, 0xfe, ...[...text].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8])]

test('text is decoded from UTF-8 with and without a byte order mark, UTF-16 and Windows-1252', async () => {
  expect(await readListFile(file('नूर, 12'))).toEqual({ ok: true, text: 'नूर, 12' })
  expect(await readListFile(file([0xef, 0xbb, 0xbf, 0x41]))).toEqual({ ok: true, text: 'A' })
  expect(await readListFile(file(utf16('नूर\t12')))).toEqual({ ok: true, text: 'नूर\t12' })
  expect(await readListFile(file([0x43, 0xe9]))).toEqual({ ok: true, text: 'Cé' })
})

test('a spreadsheet, a picture and a huge file are recognised as no list', async () => {
  for (const bytes of [
    [0x50, 0x4b, 3, 4],
    [0xd0, 0xcf, 0x11, 0xe0],
  ])
    expect(await readListFile(file(bytes))).toMatchObject({ ok: false, message: expect.stringContaining('Save it as CSV') })
  expect(await readListFile(file([0x89, 0x50, 0, 0]))).toMatchObject({ ok: false })
  expect(await readListFile(file('x'.repeat(1_000_001)))).toMatchObject({ ok: false, message: expect.stringContaining('1 MB') })
})
