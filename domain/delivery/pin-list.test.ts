import { expect, test } from 'vitest'
import { MOST_LISTED, readPinList } from './pin-list.ts'

const rows = (...lines: string[]) => lines.map((line, at) => ({ row: at + 1, cells: line.split(',') }))

test('a list with headings is read by them, below any title', () => {
  const read = readPinList(
    rows('Serviceable pincodes of the courier'.replace('pincodes', 'places'), 'City,Pincode,COD,Prepaid', 'Delhi,110001,Y,Y', 'Leh,194 101,n,yes'),
    'served',
  )
  expect(read).toEqual({
    pins: [
      { pin: 110001, prepaid: true, cod: true },
      { pin: 194101, prepaid: true, cod: false },
    ],
    errors: [],
    tooMany: false,
  })
})

test('a list of PIN codes alone serves them, or excepts them', () => {
  expect(readPinList(rows('110001'), 'served').pins).toEqual([{ pin: 110001, prepaid: true, cod: true }])
  expect(readPinList(rows('110001', '110001'), 'exceptions').pins).toEqual([{ pin: 110001, prepaid: false, cod: false }])
})

test('errors name their rows', () => {
  const { errors } = readPinList(rows('PIN,Prepaid,COD', '11000,Y,Y', '110001,Y,maybe', '110002,Y,Y', '110002,Y,N'), 'served')
  expect(errors).toEqual([
    { row: 2, code: 'PIN', text: '11000' },
    { row: 3, code: 'FLAG', text: 'maybe' },
    { row: 5, code: 'TWICE', text: '110002' },
  ])
})

test('more PIN codes than the shop keeps are refused', () => {
  const many = (count: number) =>
    readPinList(
      Array.from({ length: count }, (_, at) => ({ row: at + 1, cells: [String(100_000 + at)] })),
      'served',
    ).tooMany
  expect([many(MOST_LISTED), many(MOST_LISTED + 1)]).toEqual([false, true])
})
