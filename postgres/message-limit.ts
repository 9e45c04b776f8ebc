/**
 * The driver collects a whole message before it hands it on, and turns it into strings that end the process beyond
 * 512 MB. Here a connection that announces more than anybody may ask for is cut at once, whatever statement did it.
 */
import type { Duplex } from 'node:stream'
import type pg from 'pg'

/** Bytes of one message of PostgreSQL's protocol: a row, an error, a notice. */
const LARGEST_MESSAGE = 64 * 1024 * 1024
/** Type and length, which counts itself but not the type. */
const HEADER = 5

export class MessageTooLarge extends Error {
  constructor(size: number) {
    super(`PostgreSQL announced a message of ${size} bytes`)
    this.name = 'MessageTooLarge'
  }
}

/** Follows the lengths of messages through a stream that is cut anywhere; returns the size of one that is too large. */
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

/** To be called once a connection is open and quiet, so that the next byte begins a message. */
export function limitMessages(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  const sizeOf = messageSizes(LARGEST_MESSAGE)
  stream.prependListener('data', (chunk: Buffer) => {
    const size = sizeOf(chunk)
    if (size !== null) stream.destroy(new MessageTooLarge(size))
  })
}
