/** Sizes of text come from the one scale of theme.css (docs/decisions/0063-pages-of-text-and-type.md). */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const app = path.resolve(import.meta.dirname, '..')
/** The scale itself, and the shop's name, which is drawn like a logo. */
const OWN_SIZES = ['ui/theme.css', 'ui/page/wordmark.tsx']
/** A size in a class or in a style. `font-size: 0` hides a text that screen readers still read. */
const SIZE = /text-\[[\d.]+(px|r?em)\]|font-size: *(?!0[;\s])[\d.]+|\bfont: [^;v]*[\d.]+(px|r?em)/

test('no component and no style has a text size of its own', () => {
  const files = globSync('**/*.{tsx,css}', { cwd: app }).filter((file) => !OWN_SIZES.includes(file))
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((file) => SIZE.test(readFileSync(path.join(app, file), 'utf8')))).toEqual([])
})
