import type { SelectedRow } from '#supabase/database.ts'
import type { ReadClient } from '../api/client.ts'
import { orThrow } from '../api/read.ts'

const COLUMNS = 'id,name,slug,name_hi,description,image_url,parent_id,display_order'
export type Category = SelectedRow<'categories', typeof COLUMNS>
/** The tree says what parent_id and display_order do: they need not travel to the browser. */
export type CategoryNode = Omit<Category, 'parent_id' | 'display_order'> & { subcategories: CategoryNode[] }
/** What every page has of a category, for menus, filters and the search: texts and pictures come with the pages that show them. */
export type MenuCategory = Pick<Category, 'id' | 'name' | 'slug' | 'name_hi'> & { subcategories: MenuCategory[] }
type Tree<Node> = { id: string; subcategories: Node[] }

/** All categories as a tree, siblings in display order. */
export async function loadCategories(db: ReadClient): Promise<CategoryNode[]> {
  const rows = orThrow(await db.from('categories').select(COLUMNS).order('display_order').order('name'))
  return treeOf(rows)
}

export function treeOf(rows: Category[]): CategoryNode[] {
  const nodes = new Map(rows.map(({ parent_id: _parent, display_order: _place, ...row }) => [row.id, { ...row, subcategories: [] as CategoryNode[] }]))
  const tops: CategoryNode[] = []
  for (const { id, parent_id } of rows) {
    const node = nodes.get(id)
    const parent = parent_id === null ? undefined : nodes.get(parent_id)
    if (node) (parent ? parent.subcategories : tops).push(node)
  }
  return tops
}

export function menuOf(tree: CategoryNode[]): MenuCategory[] {
  return tree.map(({ id, name, slug, name_hi, subcategories }) => ({ id, name, slug, name_hi, subcategories: menuOf(subcategories) }))
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
export function idsWithin<Node extends Tree<Node>>(node: Node): string[] {
  return [node.id, ...node.subcategories.flatMap(idsWithin)]
}

/** The sum of the counts of a category and everything below it. */
export function countWithin<Node extends Tree<Node>>(node: Node, counts: Record<string, number>): number {
  return idsWithin(node).reduce((sum, id) => sum + (counts[id] ?? 0), 0)
}

/** All nodes of a tree, each before its children. */
export function flat<Node extends Tree<Node>>(tree: Node[]): Node[] {
  return tree.flatMap((node) => [node, ...flat(node.subcategories)])
}
