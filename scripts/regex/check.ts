/**
 * Fails when a regular expression can take more than linear time (docs/decisions/0033-bounds.md).
 *
 * verdicts.json stores the verdicts of the analysis, which takes seconds for some expressions; expressions that are not in it are
 * analysed now. `--write` stores new verdicts, `--all` ignores the stored ones.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { check } from 'recheck'
import { ALLOWED } from './allowed.ts'
import { findRegexes } from './find-regexes.ts'

const root = path.resolve(import.meta.dirname, '../..')
const KEPT = path.join(import.meta.dirname, 'verdicts.json')
/** The shop itself and the import from the command line; other scripts, tests and benches read only the project's own files. */
const FILES = '{app,documents,domain,functions,gateway,server,supabase,scripts/import}/**/*.{ts,tsx}'
const OWN = /\.test\.tsx?$|\.d\.ts$|\/testing\/|\/tests\//
/** An expression without one of these visits each position a fixed number of times. */
const REPEATS = /[*+{]/
const PATIENCE = 120_000

const options = process.argv.slice(2)
const kept = new Set(options.includes('--all') ? [] : (JSON.parse(readFileSync(KEPT, 'utf8')) as string[]))
const linear = new Set<string>()
const errors: string[] = []
const used = new Set<unknown>()
let count = 0

const files = globSync(FILES, { cwd: root }).filter((file) => !OWN.test(file))
for (const file of files.toSorted()) {
  for (const { line, source, flags, text } of findRegexes(file, readFileSync(path.join(root, file), 'utf8'))) {
    count += 1
    if (source !== null && !REPEATS.test(source)) continue
    const allowed = ALLOWED.find((one) => one.file === file && one.text === (source ?? text))
    if (allowed) {
      used.add(allowed)
      continue
    }
    if (source === null) {
      errors.push(`${file}:${line}  ${text}  is made at run time: say in scripts/regex/allowed.ts why it is safe`)
      continue
    }
    const name = `/${source}/${flags}`
    if (!kept.has(name) && !linear.has(name)) {
      const verdict = await check(source, flags, { timeout: PATIENCE })
      if (verdict.status === 'vulnerable') {
        errors.push(`${file}:${line}  ${name}  takes ${verdict.complexity.summary} time, for example on ${verdict.attack.pattern}`)
        continue
      }
      if (verdict.status === 'unknown') {
        errors.push(`${file}:${line}  ${name}  could not be analysed (${verdict.error.kind}): make it simpler`)
        continue
      }
    }
    linear.add(name)
  }
}
for (const one of ALLOWED) if (!used.has(one)) errors.push(`scripts/regex/allowed.ts  ${one.file} has no ${one.text} any more`)

if (options.includes('--write')) writeFileSync(KEPT, `${JSON.stringify([...linear].toSorted(), null, 2)}\n`)
for (const error of errors) console.error(error)
const fresh = [...linear].filter((name) => !kept.has(name)).length
const hint = fresh > 0 && !options.includes('--write') ? ` (${fresh} analysed just now: keep that with npm run regexes)` : ''
console.log(errors.length === 0 ? `${count} regular expressions are linear${hint}` : `\n${errors.length} regular expressions are not known to be linear`)
process.exit(errors.length === 0 ? 0 : 1)
