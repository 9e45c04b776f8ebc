/** Fails on a word that docs/glossary.md ("Words we avoid") lists. `--list PATH` shows every occurrence below a path. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findAvoided, readVocabulary } from './avoided-words.ts'

const root = path.resolve(import.meta.dirname, '../..')
const TEXTS = '{cjs,css,html,js,json,md,mjs,sql,toml,ts,tsx,typ,yml}'
/**
 * Landed migrations are never edited, the schema dump follows the schemas, the demo's descriptions are for customers, and the
 * glossary and this check name the words themselves.
 */
const EXEMPT =
  /^(gateway|supabase)\/migrations\/|^supabase\/(schema\.sql|database\.types\.ts|seed\/(images|products)\/)|^docs\/glossary\.md$|^scripts\/words\/avoided-words|^package-lock\.json$|^CODE_OF_CONDUCT\.md$/

export function checkAvoided(words: readonly string[]): boolean {
  const vocabulary = readVocabulary(read('docs/glossary.md'))
  // the name of a file counts like a last line of it
  const found = files().flatMap((file) => findAvoided(`${read(file)}\n${file}`, vocabulary).map((each) => ({ file, ...each })))
  if (found.length === 0) {
    console.log('No avoided word (docs/glossary.md)')
    return true
  }
  const below = words.includes('--list') ? (words[words.indexOf('--list') + 1] ?? '') : ''
  const shown = found.filter(({ file }) => file.startsWith(below)).slice(0, words.includes('--list') ? undefined : 40)
  for (const { file, line, word, instead } of shown) console.error(`${file}:${line}  ${word} → ${instead}`)
  console.error(
    `${found.length} avoided words. All below a path: node scripts/run.mjs scripts/words/check.ts --list <path>. What to write instead: docs/glossary.md`,
  )
  return false
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

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8')
}
