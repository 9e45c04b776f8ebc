import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import * as say from '#words/products.tsx'
import type { ProductFacets } from '../../data/shop/products.ts'
import { FilterForm } from './filter-form.tsx'
import { readFilters } from './filters.ts'

const category = (id: string, name: string) => ({ id, slug: id, name, subcategories: [] })
vi.mock('../shell/use-root.ts', () => ({
  useRoot: () => ({ categories: [category('creams', 'Creams'), category('soaps', 'Soaps'), category('oils', 'Oils')] }),
}))

const facets: ProductFacets = {
  total: 12,
  category: { creams: 12, soaps: 0 },
  brand: { Kesar: 7, Nimba: 0 },
  country: { India: 12 },
  stock: { in_stock: 10, low_stock: 0 },
  moq: { 1: 4, 6: 8 },
}
/** Of each choice: what it shows as its number, and whether it can be chosen. */
function choices(shown: ProductFacets, search = '?q=rose'): Record<string, string> {
  const markup = renderToStaticMarkup(
    <MemoryRouter>
      <FilterForm filters={readFilters(new URLSearchParams(search))} facets={shown} path="/products" categories />
    </MemoryRouter>,
  )
  const found = markup.matchAll(/<label class="opt"([^>]*)><input ([^>]*)\/>([^<]*)<span class="num">([^<]*)<\/span>/g)
  return Object.fromEntries([...found].map(([, , input = '', label = '', count = '']) => [label, input.includes('disabled') ? `${count} disabled` : count]))
}

test('every choice has its number, and one that no product has cannot be chosen', () => {
  expect(choices(facets)).toMatchObject({
    Creams: '12',
    Soaps: '0 disabled',
    Oils: '0 disabled',
    Kesar: '7',
    Nimba: '0 disabled',
    India: '12',
    [say.inStock]: '10',
    [say.outOfStock]: '0 disabled',
    [say.any]: '12',
  })
})

test('numbers that go no further say so, and a choice that was not met is chosen without a number unless the catalogue has none', () => {
  expect(choices({ ...facets, more: { total: true, counts: true } })).toMatchObject({
    Creams: '12+',
    Soaps: '',
    Oils: '0 disabled',
    Kesar: '7+',
    Nimba: '',
    India: '12+',
    [say.inStock]: '10+',
    [say.outOfStock]: '0 disabled',
    [say.any]: '12+',
  })
})

test('results and products are at least so many where more were not counted', () => {
  const text = (words: React.ReactNode) => renderToStaticMarkup(words).replaceAll(/<[^>]+>/g, '')
  expect(text(say.foundResults(12_500, 'rose'))).toBe('Found 12500 results for &quot;rose&quot;')
  expect(text(say.foundResults(10_000, 'rose', true))).toBe('Found 10,000+ results for &quot;rose&quot;')
  expect(text(say.productCount(1))).toBe('1 product')
  expect(text(say.productCount(10_000, true))).toBe('10,000+ products')
  expect(say.shownOf(20, 10_000, true)).toBe('20 of 10,000+ shown')
  expect(say.showTotal(1, false)).toBe('Show 1 product')
})
