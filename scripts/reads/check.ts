/** Fails when a browser test asserts a state that it read only once, or waits for a time: on a busy machine it would fail now and then (STYLE.md). */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { singleReads } from './single-reads.ts'

const root = path.resolve(import.meta.dirname, '../..')
const files = globSync('e2e/**/*.ts', { cwd: root }).filter((file) => !file.startsWith(path.join('e2e', 'hostile')))
const errors = files
  .toSorted()
  .flatMap((file) => singleReads(file, readFileSync(path.join(root, file), 'utf8')).map(({ line, text, reason }) => `${file}:${line}  ${text}  ${reason}`))
for (const error of errors) console.error(error)
console.log(`${files.length} files of browser tests, ${errors.length} single reads`)
process.exitCode = errors.length === 0 ? 0 : 1
