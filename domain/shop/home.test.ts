import { expect, test } from 'vitest'
import { hasDefaultSections, HOME_SECTIONS, readHome } from './home.ts'

test('a home page that nobody changed has no own texts and all sections in order', () => {
  for (const value of [{}, null, undefined, [], 'x', { texts: [], sections: {} }]) {
    const { texts, sections } = readHome(value)
    expect(texts).toEqual({})
    expect(sections.map(({ name }) => name)).toEqual([...HOME_SECTIONS])
    expect(hasDefaultSections(sections)).toBe(true)
  }
})

test('own texts and the order are read, and nothing unknown, repeated or too long', () => {
  const { texts, sections } = readHome({
    texts: { heroTitle: '  Nails, and nothing else ', heroText: '   ', colour: 'x', whyTitle: 7, productsTitle: 'x'.repeat(500) },
    sections: [{ name: 'why', shown: false }, { name: 'why', shown: true }, { name: '__proto__' }, null, { name: 'products' }],
  })
  expect(texts).toEqual({ heroTitle: 'Nails, and nothing else', productsTitle: 'x'.repeat(80) })
  expect(sections).toEqual([
    { name: 'why', shown: false },
    { name: 'products', shown: true },
    { name: 'categories', shown: true },
    { name: 'social', shown: true },
    { name: 'account', shown: true },
  ])
  expect(hasDefaultSections(sections)).toBe(false)
})
