import type { OrderTerm } from './ast.ts'
import { readField } from './parse-field.ts'
import { Reader, readName } from './reader.ts'

const DIRECTION = /\.(?:asc|desc)(?=[.,]|$)/y
const NULLS = /\.nulls(?:first|last)(?=,|$)/y

function readTerm(reader: Reader): OrderTerm {
  const start = reader.at
  let relation: string | null = readName(reader)
  if (reader.take('(')) {
    // the field of an embedded to-one resource
  } else {
    relation = null
    reader.at = start
  }
  const field = readField(reader)
  if (relation !== null) reader.expect(')')
  const direction = reader.match(DIRECTION)
  const nulls = reader.match(NULLS)
  return {
    relation,
    field,
    descending: direction === '.desc',
    nulls: nulls === null ? null : nulls === '.nullsfirst' ? 'first' : 'last',
  }
}

/** `order=`: `a.desc.nullslast,rel(b).asc` */
export function parseOrder(text: string): OrderTerm[] {
  const reader = new Reader(text, 'order')
  const terms: OrderTerm[] = []
  do terms.push(readTerm(reader))
  while (reader.take(','))
  reader.expectEnd()
  return terms
}
