/** Fails where a client of the API does not know the types of the database. The gateway is free: it knows nothing of the shop. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { untypedClients } from './untyped-clients.ts'

const root = path.resolve(import.meta.dirname, '../..')
const files = globSync('{app,bench,documents,domain,e2e,functions,postgres,scripts,server,supabase}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/node_modules/**'],
}).sort()
const errors = files.flatMap((file) => untypedClients(file, readFileSync(path.join(root, file), 'utf8')).map(({ line, why }) => `${file}:${line} ${why}`))

for (const error of errors) console.error(error)
console.log(
  errors.length === 0 ? `${files.length} files use clients that know the database` : `\n${errors.length} uses of a client without the types of the database`,
)
process.exitCode = errors.length === 0 ? 0 : 1
