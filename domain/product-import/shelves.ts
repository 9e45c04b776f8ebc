import { slugOf } from '../text/slug.ts'
import { comparable, tidyText } from './tidy-text.ts'

export type Shelf = { id: string; name: string; slug: string; parent_id: string | null }
/** `twice`: more than one shelf has this name, so a path has to say which. */
export type FoundShelf = { id: string } | { missing: string[] } | 'twice'
export type NewShelf = { path: string[]; slug: string }

/** 'Hair Care > Oils', 'Hair Care / Oils' and 'Hair Care » Oils' are paths; a bare slash ('Lips/Eyes') belongs to a name. */
export const pathOf = (text: string): string[] =>
  text
    .split(/(?<!\s)\s*[>»]\s*|(?<!\s)\s+\/\s+/)
    .map(tidyText)
    .filter(Boolean)

const keyOf = (path: readonly string[]): string => path.map(comparable).join('\u001f')

/** The shop's shelves, to be found by name or by the end of their path: 'Oils', 'Hair Care > Oils'. */
export function shelfFinder(shelves: readonly Shelf[]): { find: (text: string) => FoundShelf; pathText: (id: string) => string } {
  const byId = new Map(shelves.map((shelf) => [shelf.id, shelf]))
  const full = (shelf: Shelf): string[] => {
    const parent = shelf.parent_id === null ? undefined : byId.get(shelf.parent_id)
    return parent ? [...full(parent), shelf.name] : [shelf.name]
  }
  const named = Map.groupBy(
    shelves.map((shelf) => ({ id: shelf.id, path: full(shelf).map(comparable) })),
    ({ path }) => path.at(-1) ?? '',
  )
  const endingWith = (path: readonly string[]): FoundShelf | null => {
    const wanted = path.map(comparable)
    const fitting = (named.get(wanted.at(-1) ?? '') ?? []).filter((one) => keyOf(one.path.slice(-wanted.length)) === keyOf(wanted))
    const [only] = fitting.length > 1 ? fitting.filter((one) => one.path.length === wanted.length) : fitting
    return only ? { id: only.id } : fitting.length > 1 ? 'twice' : null
  }
  const kept = new Map<string, FoundShelf>()
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
      const shelf = byId.get(id)
      return shelf ? full(shelf).join(' > ') : ''
    },
  }
}

/** The shelves that have to be made for these paths, parents first, each with a slug nobody has. */
export function shelvesToMake(paths: readonly (readonly string[])[], shelves: readonly Shelf[]): NewShelf[] {
  const { find } = shelfFinder(shelves)
  const taken = new Set(shelves.map(({ slug }) => slug))
  const made = new Map<string, NewShelf>()
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
