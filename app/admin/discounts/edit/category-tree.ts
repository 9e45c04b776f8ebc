import type { CategoryNode } from '../../../data/admin/products/discounts.ts'

/** The category tree as a list, each category below its parent. */
export function byDepth(categories: readonly CategoryNode[], parent: string | null = null, depth = 0): { category: CategoryNode; depth: number }[] {
  return categories
    .filter((category) => category.parent_id === parent)
    .flatMap((category) => [{ category, depth }, ...byDepth(categories, category.id, depth + 1)])
}

/** These categories with all their descendants. */
export function withBelow(categories: readonly CategoryNode[], ids: readonly string[]): string[] {
  const below = ids.flatMap((id) => categories.filter((category) => category.parent_id === id).map((category) => category.id))
  return ids.length === 0 ? [] : [...ids, ...withBelow(categories, below)]
}
