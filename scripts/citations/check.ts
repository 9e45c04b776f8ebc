/** Fails when code, SQL, tests or docs cite something that is not in the repository, or link to a file or heading that does not exist. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { citationErrors } from './citation-errors.ts'

const root = path.resolve(import.meta.dirname, '../..')
const FOLDERS = '{app,bench,docs,documents,domain,e2e,functions,gateway,postgres,scripts,server,supabase,.github}'
/** Contains invalid citations on purpose. */
const EXAMPLES = 'scripts/citations/citation-errors.test.ts'
const TEXTS = 'cjs,css,html,js,md,mjs,sql,toml,ts,tsx,typ,yml'

const files = globSync([`*.{${TEXTS}}`, `${FOLDERS}/**/*.{${TEXTS}}`], { cwd: root, exclude: ['**/node_modules/**', EXAMPLES] }).sort()
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const has = (file: string) => (file.includes('*') ? globSync(file, { cwd: root }).length > 0 : existsSync(path.join(root, file)))
const errors = files.flatMap((file) => citationErrors(file, read(file), { has, read }))

for (const error of errors) console.error(error)
console.log(errors.length === 0 ? `${files.length} files cite only what a clone contains` : `\n${errors.length} citations lead nowhere`)
process.exitCode = errors.length === 0 ? 0 : 1
