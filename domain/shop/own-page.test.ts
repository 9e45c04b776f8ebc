import { expect, test } from 'vitest'
import { isPageSlug, LONGEST_PAGE_SLUG, pageSlugOf } from './own-page.ts'

test.each([
  ['How to order', 'how-to-order'],
  ['  Café & Crème – FAQ 2026! ', 'cafe-creme-faq-2026'],
  ['ऑर्डर कैसे करें', ''],
  ['ऑर्डर FAQ', 'faq'],
  ['-', ''],
])('the title %j suggests the address %j', (title, slug) => {
  expect(pageSlugOf(title)).toBe(slug)
})

test('a suggested address is valid however long the title is', () => {
  expect(pageSlugOf('a '.repeat(200))).toHaveLength(LONGEST_PAGE_SLUG - 1)
  expect(isPageSlug(pageSlugOf('a '.repeat(200)))).toBe(true)
  expect(isPageSlug(pageSlugOf('x'.repeat(200)))).toBe(true)
})

test.each(['', '-a', 'a-', 'a--b', 'A', 'a b', 'a/b', 'a.b', 'ä', 'a\n', 'x'.repeat(61)])('%j is no address', (slug) => {
  expect(isPageSlug(slug)).toBe(false)
})

test.each(['a', '1', 'a-b-3', 'x'.repeat(60)])('%j is an address', (slug) => {
  expect(isPageSlug(slug)).toBe(true)
})
