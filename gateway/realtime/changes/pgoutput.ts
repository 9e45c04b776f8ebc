/**
 * Parses PostgreSQL's logical replication messages, protocol version 1 (PostgreSQL manual, "Logical Replication Message
 * Formats"). Values are text. Rows of tables without listeners are not parsed.
 */

/** Values: text, null, or undefined for an unchanged large value, which PostgreSQL does not send. */
export type Tuple = readonly (string | null | undefined)[]

export type Relation = { readonly kind: 'relation'; readonly id: number; readonly schema: string; readonly name: string; readonly columns: readonly string[] }
export type RowMessage = {
  readonly kind: 'insert' | 'update' | 'delete'
  readonly relation: number
  /** The previous key or row; null if the key did not change. */
  readonly old: Tuple | null
  readonly row: Tuple | null
}
export type LogicalMessage =
  | Relation
  | RowMessage
  | { readonly kind: 'begin'; readonly at: Date; /** Lower 32 bits of the transaction id. */ readonly transaction: number }
  | { readonly kind: 'other' }

/** PostgreSQL's epoch in milliseconds since 1970. */
const EPOCH = Date.UTC(2000, 0, 1)

export function timeOf(microseconds: bigint): Date {
  return new Date(EPOCH + Number(microseconds / 1000n))
}

class Reader {
  readonly #bytes: Buffer
  #at: number

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  byte(): number {
    this.#at += 1
    return this.#bytes.readUInt8(this.#at - 1)
  }

  int16(): number {
    this.#at += 2
    return this.#bytes.readInt16BE(this.#at - 2)
  }

  int32(): number {
    this.#at += 4
    return this.#bytes.readUInt32BE(this.#at - 4)
  }

  int64(): bigint {
    this.#at += 8
    return this.#bytes.readBigInt64BE(this.#at - 8)
  }

  text(): string {
    const end = this.#bytes.indexOf(0, this.#at)
    const text = this.#bytes.toString('utf8', this.#at, end)
    this.#at = end + 1
    return text
  }

  tuple(): Tuple {
    return Array.from({ length: this.int16() }, () => {
      const kind = String.fromCharCode(this.byte())
      if (kind === 'n') return null
      if (kind === 'u') return undefined
      const length = this.int32()
      this.#at += length
      return this.#bytes.toString('utf8', this.#at - length, this.#at)
    })
  }
}

function readRelation(reader: Reader): Relation {
  const id = reader.int32()
  // PostgreSQL sends an empty name for pg_catalog.
  const schema = reader.text() || 'pg_catalog'
  const name = reader.text()
  reader.byte() // replica identity: the primary key is read from the catalogue instead
  const columns = Array.from({ length: reader.int16() }, () => {
    reader.byte()
    const column = reader.text()
    reader.int32()
    reader.int32()
    return column
  })
  return { kind: 'relation', id, schema, name, columns }
}

function readRow(reader: Reader, kind: RowMessage['kind'], isWanted: (relation: number) => boolean): LogicalMessage {
  const relation = reader.int32()
  if (!isWanted(relation)) return { kind: 'other' }
  let part = String.fromCharCode(reader.byte())
  let old: Tuple | null = null
  if (part === 'K' || part === 'O') {
    old = reader.tuple()
    if (kind === 'delete') return { kind, relation, old, row: null }
    part = String.fromCharCode(reader.byte())
  }
  return { kind, relation, old, row: reader.tuple() }
}

/** @param at the offset of the message in `bytes` */
export function readLogicalMessage(bytes: Buffer, at: number, isWanted: (relation: number) => boolean): LogicalMessage {
  const reader = new Reader(bytes, at)
  switch (String.fromCharCode(reader.byte())) {
    case 'B':
      reader.int64() // position of the commit
      return { kind: 'begin', at: timeOf(reader.int64()), transaction: reader.int32() }
    case 'R':
      return readRelation(reader)
    case 'I':
      return readRow(reader, 'insert', isWanted)
    case 'U':
      return readRow(reader, 'update', isWanted)
    case 'D':
      return readRow(reader, 'delete', isWanted)
    default:
      return { kind: 'other' } // commit, truncate, types, origins
  }
}
