import { readPersonal, writePersonal } from '../../data/session/personal-storage.ts'

const NAME = 'searches'
const MOST = 5
export const LONGEST_SEARCH = 100

/** What was searched for on this device, the latest first. A sign-out removes it (docs/rules.md#sign-out). */
export function recentSearches(): string[] {
  const kept = readPersonal('local', NAME)
  return Array.isArray(kept) ? kept.filter((words): words is string => typeof words === 'string' && words !== '').slice(0, MOST) : []
}

export function rememberSearch(typed: string): void {
  const words = typed.trim().slice(0, LONGEST_SEARCH)
  if (words !== '') writePersonal('local', NAME, withSearch(recentSearches(), words))
}

/** The same words in other capitals are the same search. */
export function withSearch(kept: readonly string[], words: string): string[] {
  return [words, ...kept.filter((other) => other.toLowerCase() !== words.toLowerCase())].slice(0, MOST)
}

export function forgetSearches(): void {
  writePersonal('local', NAME, null)
}
