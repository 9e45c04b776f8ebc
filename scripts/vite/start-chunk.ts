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
  }
}
