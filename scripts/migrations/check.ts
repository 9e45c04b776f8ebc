/** `npm run check`: new migrations let the version before them serve on. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { nothingKnown } from './problem.ts'
import { migrationProblems } from './rules.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** The last versions from before the rules. */
const BEFORE = { 'supabase/migrations': '20261127000199', 'gateway/migrations': '0011' }

const changelog = await readFile(path.join(root, 'CHANGELOG.md'), 'utf8')
const released = new Set([...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, version]) => version ?? ''))

const problems: string[] = []
let checked = 0
for (const [folder, before] of Object.entries(BEFORE)) {
  const known = nothingKnown()
  for (const file of (await readdir(path.join(root, folder))).sort()) {
    const [version = ''] = /^\d+/.exec(file) ?? []
    if (!file.endsWith('.sql') || version <= before) continue
    checked += 1
    const found = await migrationProblems(await readFile(path.join(root, folder, file), 'utf8'), released, known)
    problems.push(...found.map((problem) => `${folder}/${file}:${problem}`))
  }
}
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log(`${checked} new migrations let the version before them serve on`)
