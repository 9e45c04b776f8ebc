/**
 * Fails when an area has more of the words of docs/glossary.md ("Words we avoid") than scripts/words/allowed permits. `--lower`
 * saves the lower numbers, `--list PATH` shows every occurrence below a path.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { areaOf, excesses, lowered, readAllowance, writeAllowance } from './allowance.ts'
import { findAvoided, readVocabulary } from './avoided-words.ts'

const root = path.resolve(import.meta.dirname, '../..')
const TEXTS = '{cjs,css,html,js,json,md,mjs,sql,toml,ts,tsx,typ,yml}'
/**
 * Landed migrations are never edited, the schema dump follows the schemas, the demo's descriptions are for customers, and the
 * glossary and this check name the words themselves.
 */
const EXEMPT =
  /^supabase\/(migrations\/|schema\.sql|database\.types\.ts|seed\/(images|products)\/)|^docs\/glossary\.md$|^scripts\/words\/avoided-words|^package-lock\.json$|^CODE_OF_CONDUCT\.md$/

export function checkAvoided(words: readonly string[]): boolean {
  const vocabulary = readVocabulary(read('docs/glossary.md'))
  const found = files().flatMap((file) => findAvoided(read(file), vocabulary).map((each) => ({ file, ...each })))
  const counts = new Map<string, number>()
  for (const { file } of found) counts.set(areaOf(file), (counts.get(areaOf(file)) ?? 0) + 1)

  const below = words[words.indexOf('--list') + 1]
  if (words.includes('--list') && below) return list(found.filter(({ file }) => file.startsWith(below)))
  const allowance = readAllowance()
  if (words.includes('--lower')) writeAllowance(lowered(counts, allowance))
  const errors = excesses(counts, allowance)
  for (const error of errors) console.error(error)
  if (errors.length > 0) {
    list(found.filter(({ file }) => errors.some((error) => error.startsWith(`${areaOf(file)}:`))).slice(0, 40))
    console.error('All of an area: node scripts/words/check.ts --list <path>. What to write instead: docs/glossary.md')
    return false
  }
  console.log(found.length === 0 ? 'No avoided word (docs/glossary.md)' : `${found.length} avoided words are left, as many as allowed or fewer`)
  return true
}

function files(): string[] {
  const exclude = ['**/node_modules/**', '**/.react-router/**', '**/build/**']
  return globSync([`*.${TEXTS}`, `{app,bench,docs,documents,domain,e2e,functions,gateway,postgres,scripts,server,supabase,.github}/**/*.${TEXTS}`], {
    cwd: root,
    exclude,
  })
    .filter((file) => !EXEMPT.test(file))
    .sort()
}

function list(found: readonly { file: string; line: number; word: string; instead: string }[]): true {
  for (const { file, line, word, instead } of found) console.error(`${file}:${line}  ${word} → ${instead}`)
  return true
}

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8')
}
