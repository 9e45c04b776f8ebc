import type { SelectedRow } from '#supabase/database.ts'
import type { ReadClient } from '../api/client.ts'
import { orThrow } from '../api/read.ts'

const COLUMNS = 'id,name,slug,name_hi,description,image_url,parent_id,display_order'
export type Category = SelectedRow<'categories', typeof COLUMNS>
export type CategoryNode = Category & { subcategories: CategoryNode[] }

/** All categories as a tree by parent_id, siblings in display order. */
export async function loadCategories(db: ReadClient): Promise<CategoryNode[]> {
  const rows = orThrow(await db.from('categories').select(COLUMNS).order('display_order').order('name'))
  return treeOf(rows)
}

export function treeOf(rows: Category[]): CategoryNode[] {
  const nodes = new Map(rows.map((row) => [row.id, { ...row, subcategories: [] as CategoryNode[] }]))
  const tops: CategoryNode[] = []
  for (const node of nodes.values()) {
    const parent = node.parent_id === null ? undefined : nodes.get(node.parent_id)
    ;(parent ? parent.subcategories : tops).push(node)
  }
  return tops
}

/** The path from the top level down to the category itself; empty when the id is unknown. */
export function pathTo(tree: CategoryNode[], id: string): CategoryNode[] {
  for (const node of tree) {
    if (node.id === id) return [node]
    const below = pathTo(node.subcategories, id)
    if (below.length > 0) return [node, ...below]
  }
  return []
}

/** The category and everything below it: what "products of this category" means. */
export function idsWithin(node: CategoryNode): string[] {
  return [node.id, ...node.subcategories.flatMap(idsWithin)]
}

/** All nodes of a tree, each before its children. */
export function flat(tree: CategoryNode[]): CategoryNode[] {
  return tree.flatMap((node) => [node, ...flat(node.subcategories)])
}
