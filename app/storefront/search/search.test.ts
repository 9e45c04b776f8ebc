import { describe, expect, test } from 'vitest'
import { matchingCategories } from './matching-categories.ts'
import { withSearch } from './recent-searches.ts'

const named = (name: string, name_hi: string | null = null) => ({ id: name, name, name_hi, slug: name.toLowerCase() })
const categories = [
  named('Skincare', 'त्वचा'),
  named('Makeup'),
  named('Hair Oils'),
  named('Hair Colour'),
  named('Hair Care'),
  named('Hair Brushes'),
  named('Crème'),
]
const found = (typed: string) => matchingCategories(categories, typed).map(({ name }) => name)

describe('categories of a search', () => {
  test('are those in whose name every typed word begins a word, at most three', () => {
    expect(found('skin')).toEqual(['Skincare'])
    expect(found('oil HAIR')).toEqual(['Hair Oils'])
    expect(found('hair')).toEqual(['Hair Oils', 'Hair Colour', 'Hair Care'])
    expect(found('care')).toEqual(['Hair Care'])
  })
  test('are found in Hindi, and without accents', () => {
    expect(found('त्व')).toEqual(['Skincare'])
    expect(found('creme')).toEqual(['Crème'])
  })
  test('are none for blanks, signs and hostile text', () => {
    for (const typed of ['', '   ', '%_\\', '"\'(),', '\u202E\u0000', 'x'.repeat(100)]) expect(found(typed)).toEqual([])
  })
})

describe('recent searches', () => {
  test('are five, the latest first, each once', () => {
    expect(['a', 'b', 'c', 'd', 'e', 'f', 'B'].reduce<string[]>(withSearch, [])).toEqual(['B', 'f', 'e', 'd', 'c'])
  })
})
