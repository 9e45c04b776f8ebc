import { describe, expect, it } from 'vitest'
import { type Category, idsWithin, pathTo, treeOf } from './categories.ts'

const category = (id: string, parent_id: string | null): Category => ({
  id,
  name: id,
  slug: id,
  name_hi: null,
  description: null,
  image_url: null,
  parent_id,
  display_order: 0,
})
const tree = treeOf([category('makeup', null), category('skincare', null), category('lips', 'makeup'), category('matte', 'lips'), category('lost', 'nowhere')])

describe('category tree', () => {
  it('hangs children under their parents, and an orphan at the top', () => {
    expect(tree.map(({ id }) => id)).toEqual(['makeup', 'skincare', 'lost'])
    expect(tree[0]?.subcategories[0]?.subcategories[0]?.id).toBe('matte')
  })
  it('finds the path of a category, and none of an unknown one', () => {
    expect(pathTo(tree, 'matte').map(({ id }) => id)).toEqual(['makeup', 'lips', 'matte'])
    expect(pathTo(tree, 'garden')).toEqual([])
  })
  it('counts everything below as within', () => {
    expect(tree[0] && idsWithin(tree[0])).toEqual(['makeup', 'lips', 'matte'])
  })
})
