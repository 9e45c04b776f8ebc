/** The words that docs/glossary.md asks us to avoid, and their occurrences in a text. Identifiers count: mailRoom is "mail room". */

export type AvoidedWord = { word: string; instead: string; pattern: RegExp }
export type Occurrence = { line: number; word: string; instead: string }
/** `any` matches if any of the words occurs: most lines have none. */
export type Vocabulary = { avoided: AvoidedWord[]; allowed: RegExp[]; any: RegExp }

const HEADING = '## Words we avoid'
const CODE = /`([^`]+)`/g
/** The start of a comment or quotation line: a phrase may continue after it. */
const LEADER = /^\s*(?:\*(?!\/)|\/\/+|--+|#+|>)?\s*/
const FROM_CAMEL = /([a-z0-9])([A-Z])/g

export function readVocabulary(glossary: string): Vocabulary {
  const rows = (glossary.split(`${HEADING}\n`)[1] ?? '').split('\n').filter((line) => line.startsWith('| `'))
  const cells = rows.map((row) =>
    row
      .split('|')
      .slice(1, 4)
      .map((cell) => cell.trim()),
  )
  const avoided = cells.flatMap(([avoid = '', instead = '']) => codes(avoid).map((word) => ({ word, instead, pattern: patternOf(word) })))
  return {
    avoided,
    any: new RegExp(avoided.map(({ pattern }) => pattern.source).join('|')),
    allowed: cells.flatMap(([, , allowed = '']) => codes(allowed).map(patternOf)),
  }
}

export function findAvoided(text: string, { avoided, allowed, any }: Vocabulary): Occurrence[] {
  const lines = text.split('\n').map(comparable)
  return lines.flatMap((line, at) => {
    const joined = `${line} ${(lines[at + 1] ?? '').replace(LEADER, '')}`
    if (!any.test(joined)) return []
    const rest = allowed.reduce((left, pattern) => left.replace(pattern, (found) => '.'.repeat(found.length)), joined)
    return avoided.flatMap(({ word, instead, pattern }) =>
      [...rest.matchAll(pattern)].filter(({ index }) => index < line.length).map(() => ({ line: at + 1, word, instead })),
    )
  })
}

function codes(cell: string): string[] {
  return [...cell.matchAll(CODE)].map(([, word = '']) => word)
}

/** Converts camelCase to snake_case, and everything to lower case. */
function comparable(line: string): string {
  return line.replace(FROM_CAMEL, '$1_$2').toLowerCase()
}

/** "judge(s)" is judge or judges; a space matches spaces, hyphens and underscores, an underscore only itself. */
function patternOf(word: string): RegExp {
  const source = word
    .replace(/[.\\/]/g, '\\$&')
    .replace(/\((\w+)\)/g, '(?:$1)?')
    .replaceAll(' ', '[ _-]+')
  return new RegExp(`(?<![a-z0-9])${source}(?![a-z0-9])`, 'g')
}
