/**
 * The words of a search: runs of letters, marks and digits of any script. Marks are part of words because Hindi writes its
 * vowels with them. The database splits its texts by the same rule (private.search_tokens). Only the database folds case and
 * accents, so that both sides are folded alike.
 */
const WORD = /[\p{L}\p{N}\p{M}]+/gu
/** Invisible characters within words: soft hyphen, joiners, byte order mark. */
const JOINERS = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g
/** The number of words that suggest_products uses. */
const WORDS_LOOKED_FOR = 6

/** The first `limit` different words of a text, unchanged. */
export function searchTokens(text: string, limit = WORDS_LOOKED_FOR): string[] {
  return [...new Set(text.normalize('NFKC').replace(JOINERS, '').match(WORD))].slice(0, limit)
}
