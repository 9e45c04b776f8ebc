/** The chunks of a finished build, by the source files they come from. */
import type { Rolldown } from 'vite'
import { modulePath } from './module-path.ts'

/** Source file → its entry chunk. A file that shares its chunk with others has none. */
export function entryChunks(bundle: Rolldown.OutputBundle): Map<string, string> {
  const entries = new Map<string, string>()
  for (const [name, chunk] of Object.entries(bundle))
    if (chunk.type === 'chunk' && chunk.facadeModuleId !== null) entries.set(modulePath(chunk.facadeModuleId), name)
  return entries
}

/** The addresses of these files' chunks, of all their static imports and of their styles. */
export function closure(bundle: Rolldown.OutputBundle, entries: Map<string, string>, files: readonly string[]): string[] {
  const found = new Set<string>()
  const visit = (name: string) => {
    const chunk = bundle[name]
    if (found.has(name) || chunk?.type !== 'chunk') return
    found.add(name)
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) found.add(sheet)
    for (const next of chunk.imports) visit(next)
  }
  for (const file of files) visit(entries.get(file) ?? '')
  return [...found].map((name) => `/${name}`).toSorted()
}
