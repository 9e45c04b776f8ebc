import type { Field, JsonStep } from './ast.ts'
import { checkArrows } from '../bounds.ts'
import { readName, readQuoted, type Reader } from './reader.ts'

const INDEX = /-?\d{1,9}(?=->|::|[.,)]|$)/y
const KEY = /(?:[^(\-:.,>)"]|-(?!>))(?:[^(\-:.,>)]|-(?!>))*/uy

export function readJsonPath(reader: Reader): JsonStep[] {
  const steps: JsonStep[] = []
  while (reader.startsWith('->')) {
    const arrow = reader.take('->>') ? '->>' : '->'
    if (arrow === '->') reader.expect('->')
    const index = reader.match(INDEX)
    const key = index === null ? (readQuoted(reader) ?? reader.match(KEY)) : Number(index)
    if (key === null) reader.fail('a JSON key or index')
    steps.push({ arrow, key })
    checkArrows(steps.length)
  }
  return steps
}

/** `name->a->>b` */
export function readField(reader: Reader): Field {
  const name = readName(reader)
  return { name, path: readJsonPath(reader) }
}
