import { slugOf } from '../text/slug.ts'
import { comparable, tidyText } from './tidy-text.ts'

export type CategoryNode = { id: string; name: string; slug: string; parent_id: string | null }
/** `twice`: several categories have this name, so the list has to use a path. */
export type FoundCategory = { id: string } | { missing: string[] } | 'twice'
export type NewCategory = { path: string[]; slug: string }

/** 'Hair Care > Oils', 'Hair Care / Oils' and 'Hair Care » Oils' are paths; a slash without spaces ('Lips/Eyes') is part of a name. */
export const pathOf = (text: string): string[] =>
  text
    .split(/(?<!\s)\s*[>»]\s*|(?<!\s)\s+\/\s+/)
    .map(tidyText)
    .filter(Boolean)

const keyOf = (path: readonly string[]): string => path.map(comparable).join('\u001f')

/** Finds the shop's categories by name or by the end of their path: 'Oils', 'Hair Care > Oils'. */
export function categoryFinder(categories: readonly CategoryNode[]): { find: (text: string) => FoundCategory; pathText: (id: string) => string } {
  const byId = new Map(categories.map((category) => [category.id, category]))
  const full = (category: CategoryNode): string[] => {
    const parent = category.parent_id === null ? undefined : byId.get(category.parent_id)
    return parent ? [...full(parent), category.name] : [category.name]
  }
  const named = Map.groupBy(
    categories.map((category) => ({ id: category.id, path: full(category).map(comparable) })),
    ({ path }) => path.at(-1) ?? '',
  )
  const endingWith = (path: readonly string[]): FoundCategory | null => {
    const wanted = path.map(comparable)
    const fitting = (named.get(wanted.at(-1) ?? '') ?? []).filter((one) => keyOf(one.path.slice(-wanted.length)) === keyOf(wanted))
    const [only] = fitting.length > 1 ? fitting.filter((one) => one.path.length === wanted.length) : fitting
    return only ? { id: only.id } : fitting.length > 1 ? 'twice' : null
  }
  const kept = new Map<string, FoundCategory>()
  return {
    find(text) {
      const before = kept.get(text)
      if (before !== undefined) return before
      const path = pathOf(text)
      const found = endingWith([text]) ?? endingWith(path) ?? { missing: path }
      kept.set(text, found)
      return found
    },
    pathText(id) {
      const category = byId.get(id)
      return category ? full(category).join(' > ') : ''
    },
  }
}

/** The categories to create for these paths, parents first, each with an unused slug. */
export function categoriesToCreate(paths: readonly (readonly string[])[], categories: readonly CategoryNode[]): NewCategory[] {
  const { find } = categoryFinder(categories)
  const taken = new Set(categories.map(({ slug }) => slug))
  const made = new Map<string, NewCategory>()
  for (const path of paths) {
    for (let depth = 1; depth <= path.length; depth += 1) {
      const part = path.slice(0, depth)
      const found = find(part.join(' > '))
      if (made.has(keyOf(part)) || (found !== 'twice' && 'id' in found)) continue
      const slug = freeSlug(part, taken)
      taken.add(slug)
      made.set(keyOf(part), { path: [...part], slug })
    }
  }
  return [...made.values()]
}

function freeSlug(path: readonly string[], taken: ReadonlySet<string>): string {
  const wanted = [slugOf(path.at(-1) ?? ''), slugOf(path.join(' '))]
  const free = wanted.find((slug) => !taken.has(slug))
  if (free !== undefined) return free
  for (let n = 2; ; n += 1) if (!taken.has(`${wanted[1]}-${n}`)) return `${wanted[1]}-${n}`
}
