import type { Aggregate, SelectItem } from './ast.ts'
import { BOUNDS, tooDeep } from '../bounds.ts'
import { readField } from './parse-field.ts'
import { Reader, readName } from './reader.ts'

const CAST = /[\p{L}\p{N}_$ ]+/uy
const AGGREGATE = /\.(?:sum|avg|count|max|min)\(\)/y

function readCast(reader: Reader): string | null {
  if (!reader.take('::')) return null
  const cast = reader.match(CAST)?.trim()
  return cast ? cast : reader.fail('a type name')
}

function readAlias(reader: Reader): string | null {
  const start = reader.at
  // An alias is a name before a single colon; otherwise this is the item itself.
  if (/["\p{L}\p{M}\p{N}_$ -]/u.test(reader.text[start] ?? '')) {
    const name = readName(reader)
    if (reader.startsWith(':') && !reader.startsWith('::')) {
      reader.at += 1
      return name
    }
  }
  reader.at = start
  return null
}

function readEmbed(reader: Reader, name: string, alias: string | null, spread: boolean, depth: number): SelectItem {
  let hint: string | null = null
  let join: 'inner' | 'left' | null = null
  while (reader.take('!')) {
    const word = readName(reader)
    if ((word === 'inner' || word === 'left') && join === null) join = word
    else if (hint === null) hint = word
    else reader.fail('at most one hint and one of inner and left')
  }
  reader.expect('(')
  const items = readItems(reader, depth + 1)
  reader.expect(')')
  return { kind: 'embed', name, alias, hint, inner: join === 'inner', spread, items }
}

function readAggregate(reader: Reader): Aggregate | null {
  const call = reader.match(AGGREGATE)
  if (call === null) return null
  return { name: call.slice(1, -2) as Aggregate['name'], cast: readCast(reader) }
}

function readItem(reader: Reader, depth: number): SelectItem {
  if (reader.take('*')) return { kind: 'all' }
  const spread = reader.take('...')
  const alias = readAlias(reader)
  if (!spread && reader.startsWith('count()')) {
    reader.expect('count()')
    return { kind: 'field', field: null, alias, cast: null, aggregate: { name: 'count', cast: readCast(reader) } }
  }
  const start = reader.at
  const name = readName(reader)
  if (spread || reader.startsWith('!') || reader.startsWith('(')) return readEmbed(reader, name, alias, spread, depth)
  reader.at = start
  const field = readField(reader)
  const cast = readCast(reader)
  return { kind: 'field', field, alias, cast, aggregate: readAggregate(reader) }
}

function readItems(reader: Reader, depth: number): SelectItem[] {
  if (depth > BOUNDS.depth) throw tooDeep(BOUNDS.depth)
  const items: SelectItem[] = []
  if (reader.done || reader.startsWith(')')) return items
  do items.push(readItem(reader, depth))
  while (reader.take(','))
  return items
}

/** `select=`: columns, aliases, casts, JSON paths and embedded resources. */
export function parseSelect(text: string): SelectItem[] {
  const reader = new Reader(text, 'select parameter')
  const items = readItems(reader, 0)
  reader.expectEnd()
  return items
}
