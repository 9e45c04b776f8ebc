/** Fails when a screen of the storefront says a word that is not in the message catalogue (docs/decisions/0011). */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findLiterals } from './find-literals.ts'

const root = path.resolve(import.meta.dirname, '../..')
/** The back office speaks English to the house, crawlers read no language, and the catalogue itself is where words belong. */
const EXEMPT = /^app\/(admin|words|storefront\/crawlers)\/|\.test\.tsx?$/

const files = globSync('app/**/*.{ts,tsx}', { cwd: root }).filter((file) => !EXEMPT.test(file))
const found = files.flatMap((file) => findLiterals(file, readFileSync(path.join(root, file), 'utf8')).map(({ line, text }) => `${file}:${line}  ${text}`))
for (const line of found) console.error(line)
console.log(
  found.length === 0 ? `${files.length} files take their words from app/words` : `\n${found.length} texts belong into app/words/en (docs/decisions/0011)`,
)
process.exitCode = found.length === 0 ? 0 : 1
