import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AdminCategory } from '../../data/admin/products/categories.ts'
import { arranged, arrangementOf, childrenOf, drop, familyOf, possibleParents, step } from './arrange.ts'

const category = (id: string, parent_id: string | null, display_order: number): AdminCategory => ({
  id,
  name: id.toUpperCase(),
  slug: id,
  name_hi: null,
  description: null,
  image_url: null,
  parent_id,
  display_order,
  updated_at: '',
  products: 0,
})
// make-up > (lips > (matte, gloss), eyes), hair
const tree = [
  category('makeup', null, 1),
  category('hair', null, 2),
  category('lips', 'makeup', 1),
  category('eyes', 'makeup', 2),
  category('matte', 'lips', 1),
  category('gloss', 'lips', 2),
]
const names = (categories: AdminCategory[], parentId: string | null) => childrenOf(categories, parentId).map(({ id }) => id)

describe('a drop', () => {
  test('a drop before or after a category puts it there, a drop into one puts it last below it', () => {
    expect(drop(tree, 'hair', 'makeup', 'before')).toEqual({ parentId: null, ids: ['hair', 'makeup'] })
    expect(drop(tree, 'gloss', 'eyes', 'before')).toEqual({ parentId: 'makeup', ids: ['lips', 'gloss', 'eyes'] })
    expect(drop(tree, 'hair', 'lips', 'into')).toEqual({ parentId: 'lips', ids: ['matte', 'gloss', 'hair'] })
    expect(drop(tree, 'hair', 'matte', 'after')).toEqual({ parentId: 'lips', ids: ['matte', 'hair', 'gloss'] })
  })
  test('onto itself, below itself, or where it already is does nothing', () => {
    expect(drop(tree, 'makeup', 'makeup', 'into')).toBeNull()
    expect(drop(tree, 'makeup', 'gloss', 'into')).toBeNull()
    expect(drop(tree, 'makeup', 'eyes', 'after')).toBeNull()
    expect(drop(tree, 'hair', 'makeup', 'after')).toBeNull()
    expect(drop(tree, 'gloss', 'lips', 'into')).toBeNull()
    expect(drop(tree, 'gloss', 'nobody', 'into')).toBeNull()
  })
  test('loses no category and makes no cycle, wherever it is dropped; a drop on its old place restores it', () => {
    const ids = fc.constantFrom(...tree.map(({ id }) => id))
    fc.assert(
      fc.property(ids, ids, fc.constantFrom('before' as const, 'into' as const, 'after' as const), (moved, target, zone) => {
        const wanted = drop(tree, moved, target, zone)
        if (wanted === null) return
        const after = arranged(tree, wanted)
        expect(names(after, wanted.parentId)).toEqual(wanted.ids)
        expect(possibleParents(after, null)).toHaveLength(tree.length)
        const back = arranged(after, arrangementOf(tree, moved))
        for (const parent of [null, ...tree.map(({ id }) => id)]) expect(names(back, parent)).toEqual(names(tree, parent))
      }),
    )
  })
})

test('a step goes past one sibling and stops at the ends', () => {
  expect(step(tree, 'eyes', -1)).toEqual({ parentId: 'makeup', ids: ['eyes', 'lips'] })
  expect(step(tree, 'lips', 1)).toEqual({ parentId: 'makeup', ids: ['eyes', 'lips'] })
  expect(step(tree, 'lips', -1)).toBeNull()
  expect(step(tree, 'hair', 1)).toBeNull()
})

test('a category may go below any other except itself and its sub-categories', () => {
  expect([...familyOf(tree, 'makeup')].sort()).toEqual(['eyes', 'gloss', 'lips', 'makeup', 'matte'])
  expect(possibleParents(tree, 'lips').map(({ category: { id }, depth }) => [id, depth])).toEqual([
    ['makeup', 0],
    ['eyes', 1],
    ['hair', 0],
  ])
})
