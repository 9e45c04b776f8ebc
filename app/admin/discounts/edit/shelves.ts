import type { Shelf } from '../../../data/admin/discounts.ts'

/** The tree of categories as a list, each below its parent. */
export function byDepth(shelves: readonly Shelf[], parent: string | null = null, depth = 0): { shelf: Shelf; depth: number }[] {
  return shelves.filter((shelf) => shelf.parent_id === parent).flatMap((shelf) => [{ shelf, depth }, ...byDepth(shelves, shelf.id, depth + 1)])
}

/** These categories with everything below them. */
export function withBelow(shelves: readonly Shelf[], ids: readonly string[]): string[] {
  const below = ids.flatMap((id) => shelves.filter((shelf) => shelf.parent_id === id).map((shelf) => shelf.id))
  return ids.length === 0 ? [] : [...ids, ...withBelow(shelves, below)]
}
