import { expect, test } from 'vitest'
import { parseWish, wishInAddress } from './remembered-wish.ts'

const ID = '00000000-0000-4000-8000-00bbbb000001'
const NOW = Date.parse('2026-11-22T10:00:00Z')
const HOUR = 3_600_000

test('what a visitor pressed is stored for a day', () => {
  expect(parseWish({ kind: 'wish', productId: ID, at: NOW - HOUR }, NOW)).toEqual({ kind: 'wish', productId: ID })
  expect(parseWish({ kind: 'notify', productId: ID, at: NOW - 24 * HOUR }, NOW)).toEqual({ kind: 'notify', productId: ID })
  expect(parseWish({ kind: 'wish', productId: ID, at: NOW - 24 * HOUR - 1 }, NOW)).toBeNull()
  expect(parseWish({ kind: 'wish', productId: ID, at: NOW + HOUR }, NOW)).toBeNull()
})

test('other values in the storage are ignored', () => {
  for (const value of [null, 'x', {}, { kind: 'buy', productId: ID, at: NOW }, { kind: 'wish', productId: 'x', at: NOW }, { kind: 'wish', productId: ID }])
    expect(parseWish(value, NOW)).toBeNull()
})

test('the address of the login names at most one product', () => {
  const from = { referrer: 'https://shop.example/products/x', origin: 'https://shop.example' }
  expect(wishInAddress(`?wish=${ID}`, from)).toEqual({ kind: 'wish', productId: ID })
  expect(wishInAddress(`?notify=${ID}&x=1`, from)).toEqual({ kind: 'notify', productId: ID })
  for (const search of ['', '?wish=', '?wish=1', `?wish=${ID}x`, `?notify=//evil.example/${ID}`]) expect(wishInAddress(search, from)).toBeNull()
})

test('a link from another site or without a referrer does not count as a press', () => {
  for (const referrer of ['', 'https://evil.example/', 'https://shop.example.evil.example/', 'about:blank'])
    expect(wishInAddress(`?notify=${ID}`, { referrer, origin: 'https://shop.example' }), referrer).toBeNull()
})
