import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import type { NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler'

const packages = createRequire(import.meta.url)
const fontFile = (name: string) => readFileSync(packages.resolve(name))

let compiler: NodeCompiler | undefined

/** Created at the first document, when fonts are read and indexed (about 100 ms); later documents take about 15 ms. */
function sharedCompiler(): NodeCompiler {
  compiler ??= NodeCompiler.create({
    workspace: import.meta.dirname,
    fontArgs: [
      {
        fontBlobs: [
          fontFile('@expo-google-fonts/mukta/400Regular/Mukta_400Regular.ttf'),
          fontFile('@expo-google-fonts/mukta/600SemiBold/Mukta_600SemiBold.ttf'),
          fontFile('@expo-google-fonts/mukta/700Bold/Mukta_700Bold.ttf'),
          fontFile('@expo-google-fonts/tiro-devanagari-hindi/400Regular/TiroDevanagariHindi_400Regular.ttf'),
        ],
      },
    ],
  })
  return compiler
}

/**
 * Compiles a Typst template in this process to an accessible PDF (PDF/UA-1).
 *
 * Data reaches the template as one JSON text and is only ever shown as text, so nothing that a buyer typed can become
 * markup. Memoized results of earlier documents are dropped, because they contain other people's addresses.
 *
 * @throws Error with Typst's diagnostics when the template and the data do not match
 */
export function compileTypst(template: string, data: unknown): Uint8Array {
  const typst = sharedCompiler()
  try {
    const compiled = typst.compile({ mainFileContent: template, inputs: { data: JSON.stringify(data) } })
    const document = compiled.result
    if (!document) {
      const error = compiled.takeError()
      throw new Error(`Typst: ${JSON.stringify(error ? typst.fetchDiagnostics(error) : 'no document')}`)
    }
    return toPdf(typst, document)
  } finally {
    typst.evictCache(0)
  }
}

/** PDF/UA-1 rejects characters that no font has, such as an emoji in a name: such a document is tagged but does not claim conformance. */
function toPdf(typst: NodeCompiler, document: NodeTypstDocument): Uint8Array {
  try {
    return typst.pdf(document, { pdfStandard: 'ua-1' })
  } catch {
    return typst.pdf(document)
  }
}

/**
 * Joins pages of PDF files on A4, each page unchanged; `pages` are their numbers from 1. A PDF that embeds PDFs cannot conform to PDF/UA-1.
 *
 * @throws Error with Typst's diagnostics when a file is not a PDF
 */
export function compilePages(files: readonly { file: Uint8Array; pages: readonly number[] }[]): Uint8Array {
  const typst = sharedCompiler()
  const shadows = files.map((_, place) => path.join(import.meta.dirname, `bundle-${place}.pdf`))
  try {
    for (const [place, { file }] of files.entries()) typst.mapShadow(shadows[place] ?? '', Buffer.from(file))
    const pages = files.flatMap((one, place) => one.pages.map((page) => `#image("bundle-${place}.pdf", page: ${page}, width: 100%)`))
    const template = ['#set page(paper: "a4", margin: 0pt)', '#set block(spacing: 0pt)', ...pages].join('\n')
    const compiled = typst.compile({ mainFileContent: template })
    const document = compiled.result
    if (!document) {
      const error = compiled.takeError()
      throw new Error(`Typst: ${JSON.stringify(error ? typst.fetchDiagnostics(error) : 'no document')}`)
    }
    return typst.pdf(document)
  } finally {
    for (const shadow of shadows) typst.unmapShadow(shadow)
    typst.evictCache(0)
  }
}
