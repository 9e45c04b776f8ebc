/**
 * What the server loads of the app at its start is one file, packages included: two hundred small ones, each of which Node finds on the disk, links
 * and keeps, took twice as long and 10 MB more (docs/decisions/0140-start-from-few-files.md).
 */
import type { Plugin, Rolldown } from 'vite'

/** Written in CommonJS: bundled, each use of an export would be the call of a function. */
const REACT = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/server']
/** What only the browser loads. */
const IN_BROWSER = ['react-dom/client', 'qrcode-svg']

type Graph = { getModuleInfo: (id: string) => Pick<Rolldown.ModuleInfo, 'importers' | 'isEntry'> | null }

/** The name of the chunk of a module that the entry imports, itself or by others; null: it is imported later, if at all. */
export function startChunk(id: string, graph: Graph): string | null {
  const seen = new Set([id])
  for (const at of seen) {
    const module = graph.getModuleInfo(at)
    if (module?.isEntry) return 'start'
    for (const importer of module?.importers ?? []) seen.add(importer)
  }
  return null
}

type Node = { type: string } & Record<string, unknown>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Whether code waits while it is loaded. */
export function waitsAtTop(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(waitsAtTop)
  if (!isNode(value) || value.type.includes('Function')) return false
  if (value.type === 'AwaitExpression' || (value.type === 'ForOfStatement' && value.await === true)) return true
  return Object.values(value).some(waitsAtTop)
}

export function startInOneFile(): Plugin {
  return {
    name: 'start-in-one-file',
    apply: 'build',
    configEnvironment: (name) =>
      name === 'ssr'
        ? {
            resolve: { noExternal: true, external: [...REACT, ...IN_BROWSER] },
            build: { rolldownOptions: { output: { codeSplitting: { groups: [{ name: startChunk }] } } } },
          }
        : undefined,
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (this.environment.name !== 'ssr' || chunk.type !== 'chunk' || chunk.name !== 'start') continue
        // What it waits for would wait for this file in its turn, and the server would never open.
        if (waitsAtTop(this.parse(chunk.code).body)) throw new Error('A module of the app that the server loads at its start has a top-level await')
      }
    },
  }
}
