/**
 * Fails when a screen of the storefront has a text that is not in the message catalogue (docs/decisions/0011), or code, SQL or docs
 * use a word that docs/glossary.md asks us to avoid.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { checkAvoided } from './check-avoided.ts'
import { findLiterals } from './find-literals.ts'

const root = path.resolve(import.meta.dirname, '../..')
/** The back office is in English for the staff, crawlers need no translation, and the catalogue itself is the place for texts. */
const EXEMPT = /^app\/(admin|words|storefront\/crawlers)\/|\.test\.tsx?$/

const files = globSync('app/**/*.{ts,tsx}', { cwd: root }).filter((file) => !EXEMPT.test(file))
const found = files.flatMap((file) => findLiterals(file, readFileSync(path.join(root, file), 'utf8')).map(({ line, text }) => `${file}:${line}  ${text}`))
for (const line of found) console.error(line)
console.log(
  found.length === 0 ? `${files.length} files take their words from app/words` : `\n${found.length} texts belong into app/words/en (docs/decisions/0011)`,
)
const plain = checkAvoided(process.argv.slice(2))
process.exitCode = found.length === 0 && plain ? 0 : 1
