/**
 * The words a search looks for: runs of letters, marks and digits of any script. Marks belong to words: Hindi writes its
 * vowels with them. The database cuts its texts by the same rule (private.search_tokens), and it alone folds case and
 * accents, so that both sides do it alike.
 */
const WORD = /[\p{L}\p{N}\p{M}]+/gu
/** Invisible, and inside words: soft hyphen, joiners, byte order mark. */
const JOINERS = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g
/** What suggest_products looks at. */
const WORDS_LOOKED_FOR = 6

/** The first `limit` different words of a text, as they are written. */
export function searchTokens(text: string, limit = WORDS_LOOKED_FOR): string[] {
  return [...new Set(text.normalize('NFKC').replace(JOINERS, '').match(WORD))].slice(0, limit)
}
