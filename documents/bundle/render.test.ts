import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { compileTypst } from '../typst/compile.ts'
import { pageCount } from './page-count.ts'
import { bundlePdfs } from './render.ts'

const paper = (pages: string[]) =>
  compileTypst(
    '#set document(title: "Paper")\n#let pages = json(bytes(sys.inputs.data))\n#for (at, page) in pages.enumerate() { if at > 0 { pagebreak() }; [#page] }',
    pages,
  )
const textOf = (pdf: Uint8Array) =>
  execFileSync('pdftotext', ['-enc', 'UTF-8', '-', '-'], { input: pdf, encoding: 'utf8' })
    .split('\f')
    .map((page) => page.trim())

test('documents are concatenated page by page, and their text can be selected', () => {
  const bundle = bundlePdfs([{ file: paper(['First ₹1', 'Second']) }, { file: paper(['नूर third']) }])
  expect(textOf(bundle)).toEqual(['First ₹1', 'Second', expect.stringContaining('third'), ''])
  expect(pageCount(bundle)).toBe(3)
})

test('of a file only the requested pages are printed', () => {
  const bundle = bundlePdfs([
    {
      file: paper(['one', 'two', 'three', 'four']),
      pages: [
        { first: 1, last: 1 },
        { first: 3, last: 4 },
      ],
    },
  ])
  expect(textOf(bundle)).toEqual(['one', 'three', 'four', ''])
})

test('all of many pages are counted', () => {
  expect(pageCount(paper(Array.from({ length: 40 }, (_, page) => `Page ${page}`)))).toBe(40)
})

test('a file that is not a PDF, and an empty list, are refused', () => {
  expect(() => bundlePdfs([])).toThrow(RangeError)
  expect(() => bundlePdfs([{ file: new TextEncoder().encode('%PDF- but no pages') }])).toThrow('no PDF')
})
