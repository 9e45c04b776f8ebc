/** The statements of a migration as PostgreSQL's own parser reads them, with the comments before each. */
import { parse } from 'libpg-query'

/** A node of the syntax tree: which fields it has follows from its kind, which is the one key of the object around it. */
export type Node = { [field: string]: unknown }

export type Parsed = { kind: string; node: Node; line: number; comments: string[] }

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
export const nodeAt = (node: Node, field: string): Node => (isNode(node[field]) ? node[field] : {})
export const nodesAt = (node: Node, field: string): Node[] => (Array.isArray(node[field]) ? node[field].filter(isNode) : [])
export const textAt = (node: Node, field: string): string => (typeof node[field] === 'string' ? node[field] : '')

/** The texts of a list of names: `public.orders` is ["public", "orders"]. */
export const namesIn = (nodes: readonly Node[]): string[] => nodes.map((node) => textAt(nodeAt(node, 'String'), 'sval')).filter((name) => name !== '')

/** `schema.name` of a RangeVar. */
export function relationOf(node: Node): string {
  const [schema, name] = [textAt(node, 'schemaname'), textAt(node, 'relname')]
  return schema === '' ? name : `${schema}.${name}`
}

/** Every node below this one. */
export function* within(value: unknown): Generator<[kind: string, node: Node]> {
  if (Array.isArray(value)) for (const each of value) yield* within(each)
  else if (isNode(value)) {
    for (const [key, child] of Object.entries(value)) {
      if (isNode(child)) yield [key, child]
      yield* within(child)
    }
  }
}

/** @throws Error with PostgreSQL's message if it cannot be read */
export async function parseStatements(sql: string): Promise<Parsed[]> {
  const bytes = Buffer.from(sql)
  const tree: unknown = await parse(sql)
  if (!isNode(tree)) throw new Error('the parser returned nothing')
  let end = 0
  return nodesAt(tree, 'stmts').map((raw) => {
    // The parser's own place of a statement is before the comments or after them, so they are looked for from the end of the last one.
    const start = end
    end = Number(raw['stmt_location'] ?? 0) + Number(raw['stmt_len'] ?? bytes.length)
    const comments: string[] = []
    let passed = 0
    for (const line of bytes.subarray(start, end).toString().replace(/^;/, '').split('\n')) {
      const comment = /^\s*--\s?(.*)$/.exec(line)
      if (comment) comments.push((comment[1] ?? '').trim())
      else if (line.trim() !== '') break
      passed += 1
    }
    const [kind = '', node] = Object.entries(nodeAt(raw, 'stmt'))[0] ?? []
    return { kind, node: isNode(node) ? node : {}, line: bytes.subarray(0, start).toString().split('\n').length + passed, comments }
  })
}
