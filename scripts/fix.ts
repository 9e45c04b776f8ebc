/**
 * `npm run fix`: formats code and fixes lint errors where the linter can, in the files that this branch changes. `-- --all` takes
 * every file, `-- FILE…` these files. Prints the remaining errors and exits with 1 if there are any.
 */
import path from 'node:path'
import { changedFiles } from './changed-files.ts'
import { command, root } from './parts.ts'

const words = process.argv.slice(2)
const named = words.filter((word) => !word.startsWith('-')).map((file) => path.relative(root, path.resolve(process.env.INIT_CWD ?? '', file)))
const chosen = named.length > 0 ? named : words.includes('--all') ? null : changedFiles(root)
const files = chosen?.filter((file) => /\.(ts|tsx|mjs)$/.test(file))
if (files?.length === 0) {
  console.log('No .ts, .tsx or .mjs file has changed.')
} else {
  const lint = await command(['oxlint', '--type-aware', '--deny-warnings', '--fix', ...(files ?? [])])
  const layout = await command(['prettier', '--write', '--log-level', 'warn', ...(files ?? ['**/*.{ts,tsx,mjs}'])])
  console.log(lint + layout === 0 ? `${files?.length ?? 'All'} files are formatted and pass the linter` : '\nFix what is named above by hand.')
  process.exitCode = lint + layout === 0 ? 0 : 1
}
