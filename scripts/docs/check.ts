/** Fails when docs/README.md lacks a page or a decision, or a decision lacks its title, date or status. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { indexErrors } from './index-errors.ts'

const docs = path.resolve(import.meta.dirname, '../../docs')
const pages = globSync('**/*.md', { cwd: docs }).sort()
const texts = new Map(pages.filter((name) => name !== 'README.md').map((name) => [name, readFileSync(path.join(docs, name), 'utf8')]))
const errors = indexErrors(readFileSync(path.join(docs, 'README.md'), 'utf8'), texts)
for (const error of errors) console.error(error)
console.log(errors.length === 0 ? `docs/README.md lists all ${texts.size} pages` : `\n${errors.length} errors in docs`)
process.exitCode = errors.length === 0 ? 0 : 1
