import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { startChunk, waitsAtTop } from './start-chunk.ts'

/** Each module with those that import it at once. */
const IMPORTERS: Record<string, string[]> = {
  entry: [],
  'root.tsx': ['entry'],
  'price.ts': ['root.tsx', 'dialog.tsx'],
  'circle-a.ts': ['circle-b.ts', 'root.tsx'],
  'circle-b.ts': ['circle-a.ts'],
  'dialog.tsx': [],
  'form.tsx': ['dialog.tsx'],
  'alone-a.ts': ['alone-b.ts'],
  'alone-b.ts': ['alone-a.ts'],
}
const graph = { getModuleInfo: (id: string) => (id in IMPORTERS ? { importers: IMPORTERS[id] ?? [], isEntry: id === 'entry' } : null) }

test.each(['entry', 'root.tsx', 'price.ts', 'circle-a.ts', 'circle-b.ts'])('%s is loaded at the start', (id) => {
  expect(startChunk(id, graph)).toBe('start')
})

test.each(['dialog.tsx', 'form.tsx', 'alone-a.ts', 'unknown'])('%s is not loaded at the start', (id) => {
  expect(startChunk(id, graph)).toBeNull()
})

const waits = (code: string): boolean => waitsAtTop(parseSync('a.js', code).program.body)

test.each([
  "await import('./view.js')",
  'const [a] = await Promise.all([load()])',
  'if (onServer) await load()',
  'for await (const part of parts) use(part)',
  'export default { view: await load() }',
])('%s waits while it is loaded', (code) => expect(waits(code)).toBe(true))

test.each([
  "async function load() { await import('./view.js') }",
  "const load = async () => (await import('./view.js')).default",
  'class Store { async open() { await connect() } }',
  'const store = { async open() { await connect() } }',
  "void import('./view.js').then(show)",
])('%s does not', (code) => expect(waits(code)).toBe(false))
