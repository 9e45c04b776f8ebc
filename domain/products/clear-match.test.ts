import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clearMatch, namesNumber } from './clear-match.ts'

const named = (name: string, brand: string | null = null) => ({ name, brand })
const shop = [
  named('Kumkum Matte Lipstick, 3.5 g', 'Laali'),
  named('Mulberry Satin Lipstick, 3.5 g', 'Laali'),
  named('Hibiscus Shampoo, 300 ml', 'Amrita'),
  named('Onion & Curry Leaf Shampoo, 250 ml', 'Kaveri'),
  named('Neem Wood Comb', 'Kesh'),
  named('Nail Lacquer Trio, Mehndi Night', 'Laali'),
  named('Nail Lacquer Trio, Monsoon', 'Laali'),
  named('Sindoor Powder, 10 g', 'Laali'),
  named('Liquid Sindoor, 9 ml', 'Laali'),
]
const found = (text: string): string | null => {
  const place = clearMatch(text, shop)
  return place === null ? null : (shop[place]?.name ?? null)
}

describe('a text is clear', () => {
  test.each([
    ['Hibiscus Shampoo', 'Hibiscus Shampoo, 300 ml'],
    ['hibiscus shampo 300ml', 'Hibiscus Shampoo, 300 ml'],
    ['onion and curry leaf shampoo', 'Onion & Curry Leaf Shampoo, 250 ml'],
    ['Kumkum lip stick', 'Kumkum Matte Lipstick, 3.5 g'],
    ['lipstick mulbery', 'Mulberry Satin Lipstick, 3.5 g'],
    ['Kesh neem combs', 'Neem Wood Comb'],
    ['nail lacquer monsoon', 'Nail Lacquer Trio, Monsoon'],
    ['Liquid Sindoor', 'Liquid Sindoor, 9 ml'],
  ])('%s', (text, name) => expect(found(text)).toBe(name))
})

describe('a text is a question', () => {
  test.each([
    ['lipstick', 'two products have the word'],
    ['nail lacquer trio', 'two shades'],
    ['sindoor', 'two forms'],
    ['Kumkum Matte Lipstick, plum', 'a shade that the shop does not have'],
    ['Hibiscus Shampoo 100 ml', 'another size'],
    ['Hibiscus Conditioner', 'one word of two'],
    ['nem comb', 'a short word with an error'],
    ['gel', 'too short to name a product'],
    ['300', 'only a number'],
    ['', 'nothing'],
  ])('%s: %s', (text) => expect(found(text)).toBeNull())

  test('a word with another beginning is another word', () => expect(clearMatch('beach blush', [named('Peach Blush')])).toBeNull())
})

test('a second product with all the words takes the clearness away, whatever else it is called', () => {
  fc.assert(
    fc.property(fc.constantFrom(...shop), fc.constantFrom(...shop), (one, more) => {
      expect(clearMatch(one.name, [one])).toBe(0)
      expect(clearMatch(one.name, [one, named(`${one.name} ${more.name}`)])).toBeNull()
    }),
  )
})

test('a number of the name is recognised with and without its zero', () => {
  expect(namesNumber(4, named('Kohl No. 04'))).toBe(true)
  expect(namesNumber(12, named('Kohl No. 04'))).toBe(false)
  expect(namesNumber(3, named('Lipstick, 3.5 g'))).toBe(false)
})
