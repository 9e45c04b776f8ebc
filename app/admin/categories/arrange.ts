import type { AdminCategory } from '../../data/admin/products/categories.ts'

/** All categories of one parent (null: the top level) in their new order. */
export type Arrangement = { parentId: string | null; ids: string[] }
export type Zone = 'before' | 'into' | 'after'

const byPlace = (a: AdminCategory, b: AdminCategory) => a.display_order - b.display_order || a.name.localeCompare(b.name, 'en')

export function childrenOf(categories: AdminCategory[], parentId: string | null): AdminCategory[] {
  return categories.filter(({ parent_id }) => parent_id === parentId).sort(byPlace)
}

/** The ids of the category and all its descendants. */
export function familyOf(categories: AdminCategory[], id: string): Set<string> {
  const family = new Set([id])
  for (let size = 0; size < family.size;) {
    size = family.size
    for (const { id: child, parent_id } of categories) if (parent_id !== null && family.has(parent_id)) family.add(child)
  }
  return family
}

/** The number of products in the category and all its descendants. */
export function productsWithin(categories: AdminCategory[], id: string): number {
  const family = familyOf(categories, id)
  return categories.reduce((sum, category) => sum + (family.has(category.id) ? category.products : 0), 0)
}

/** The current position of a category, which an undo restores. */
export function arrangementOf(categories: AdminCategory[], id: string): Arrangement {
  const parentId = categories.find((category) => category.id === id)?.parent_id ?? null
  return { parentId, ids: childrenOf(categories, parentId).map((category) => category.id) }
}

/** The arrangement that a drop requests; null if it changes nothing or would make a category its own ancestor (docs/rules.md#categories). */
export function drop(categories: AdminCategory[], movedId: string, targetId: string, zone: Zone): Arrangement | null {
  const target = categories.find(({ id }) => id === targetId)
  if (!target || familyOf(categories, movedId).has(targetId)) return null
  const parentId = zone === 'into' ? target.id : target.parent_id
  const before = childrenOf(categories, parentId).map(({ id }) => id)
  const others = before.filter((id) => id !== movedId)
  const at = zone === 'into' ? others.length : others.indexOf(targetId) + (zone === 'after' ? 1 : 0)
  const ids = [...others.slice(0, at), movedId, ...others.slice(at)]
  return ids.join() === before.join() ? null : { parentId, ids }
}

/** Moves a category one place up (-1) or down (1) among its siblings; null at the end. */
export function step(categories: AdminCategory[], id: string, by: -1 | 1): Arrangement | null {
  const { ids } = arrangementOf(categories, id)
  const neighbour = ids[ids.indexOf(id) + by]
  return neighbour === undefined ? null : drop(categories, id, neighbour, by < 0 ? 'before' : 'after')
}

/** The categories after the change, for the screen to show before the server has answered. */
export function arranged(categories: AdminCategory[], { parentId, ids }: Arrangement): AdminCategory[] {
  return categories.map((category) => {
    const place = ids.indexOf(category.id)
    return place < 0 ? category : { ...category, parent_id: parentId, display_order: place + 1 }
  })
}

/** Every category that can be the parent of `id`, with its depth: all except itself and its descendants. Depth first, in order. */
export function possibleParents(categories: AdminCategory[], id: string | null): { category: AdminCategory; depth: number }[] {
  const barred = id === null ? new Set<string>() : familyOf(categories, id)
  const walk = (parentId: string | null, depth: number): { category: AdminCategory; depth: number }[] =>
    childrenOf(categories, parentId)
      .filter((category) => !barred.has(category.id))
      .flatMap((category) => [{ category, depth }, ...walk(category.id, depth + 1)])
  return walk(null, 0)
}
