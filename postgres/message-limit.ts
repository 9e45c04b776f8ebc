/**
 * The driver buffers a whole message and converts it to strings, which ends the process beyond 512 MB. This limit destroys a
 * connection as soon as PostgreSQL announces a larger message than any response may need.
 */
import type { Duplex } from 'node:stream'
import type pg from 'pg'

/** Bytes of one message of PostgreSQL's protocol: a row, an error or a notice. */
const LARGEST_MESSAGE = 64 * 1024 * 1024
/** One byte type and four bytes length; the length includes itself but not the type. */
const HEADER = 5

export class MessageTooLarge extends Error {
  constructor(size: number) {
    super(`Message of ${size} bytes from PostgreSQL is too large`)
    this.name = 'MessageTooLarge'
  }
}

/** Tracks message lengths through a stream of arbitrary chunks; returns the size of the first message that is too large. */
export function messageSizes(largest: number): (chunk: Buffer) => number | null {
  const header = Buffer.alloc(HEADER)
  let known = 0
  let skip = 0
  return (chunk) => {
    let at = 0
    while (at < chunk.length) {
      if (skip > 0) {
        const passed = Math.min(skip, chunk.length - at)
        skip -= passed
        at += passed
        continue
      }
      const copied = chunk.copy(header, known, at, at + HEADER - known)
      known += copied
      at += copied
      if (known < HEADER) return null
      const size = header.readUInt32BE(1)
      if (size > largest) return size
      skip = size + 1 - HEADER
      known = 0
    }
    return null
  }
}

/** Call when a connection is open and idle, so that the next byte starts a message. */
export function limitMessages(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  const sizeOf = messageSizes(LARGEST_MESSAGE)
  stream.prependListener('data', (chunk: Buffer) => {
    const size = sizeOf(chunk)
    if (size !== null) stream.destroy(new MessageTooLarge(size))
  })
}
