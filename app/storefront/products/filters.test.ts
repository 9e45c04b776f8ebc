import { describe, expect, it } from 'vitest'
import { chipsOf, cleared, filtersPath, readFilters, selectionOf } from './filters.ts'

const read = (text: string) => readFilters(new URLSearchParams(text))

describe('listing filters', () => {
  it('live in the address and nowhere else: written and read they are the same', () => {
    const path = '/products?q=lip+balm&category=makeup&category=skincare&stock=in_stock&brand=Laali&country=India&min=100&max=700&moq=6&sort=popular&page=3'
    expect(filtersPath(read(path.split('?')[1] ?? ''))).toBe(path)
  })
  it('leave out what makes no sense', () => {
    expect(filtersPath(read('page=0&sort=cheapest&moq=7&stock=plenty&min=abc&max=-4&page=x'))).toBe('/products')
  })
  it('treat the slider at its ends as no filter', () => {
    expect(read('min=0&max=1000')).toMatchObject({ min: null, max: null })
    expect(read('min=100&max=1000')).toMatchObject({ min: 100, max: null })
  })
  it('turn a range round that was typed the wrong way', () => {
    expect(read('min=700&max=100')).toMatchObject({ min: 100, max: 700 })
  })
  it('read prices as people write them', () => {
    expect(read('min=%E2%82%B999.50')).toMatchObject({ min: 99.5 })
  })
  it('read the name of a category in any case', () => {
    expect(read('category=Skincare&category=skincare').category).toEqual(['skincare'])
  })
  it('let the later of two orders win, as a form without scripts sends both', () => {
    expect(read('sort=price_asc&sort=popular').sort).toBe('popular')
  })
  it('keep the page at 1 or above and the search at most 200 long', () => {
    expect(read('page=-2&show=99999')).toMatchObject({ page: 1, show: 200 })
  })
  it('show a chip for each choice; each chip leads to the state without it, on page 1', () => {
    const filters = read('category=makeup&max=700&stock=low_stock&brand=Laali&brand=Noor&moq=1&page=4')
    const chips = chipsOf(filters, (slug) => slug.toUpperCase())
    expect(chips.map(({ label }) => label)).toEqual(['MAKEUP', 'Up to ₹700', 'Low stock', 'Minimum order: 1 unit', 'Laali', 'Noor'])
    expect(filtersPath(chips[4]?.without ?? {})).toBe('/products?category=makeup&stock=low_stock&brand=Noor&max=700&moq=1')
  })
  it('clear to the search and its order', () => {
    expect(filtersPath(cleared(read('q=lip&sort=popular&brand=Laali&min=50&page=2')))).toBe('/products?q=lip&sort=popular')
  })
  it('select nothing for an unknown category, instead of everything', () => {
    expect(selectionOf(read('category=garden'), () => []).categoryIds).toEqual([])
    expect(selectionOf(read(''), () => []).categoryIds).toBeNull()
  })
})
