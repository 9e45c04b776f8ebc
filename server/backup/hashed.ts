/** Content that is hashed while it passes. */
import { createHash } from 'node:crypto'

export type Hashed = {
  content: AsyncGenerator<Uint8Array>
  /** The sha256 in hex, once the content has been read. */
  digest(): string
}

export function hashed(body: AsyncIterable<Uint8Array>): Hashed {
  const hash = createHash('sha256')
  async function* content(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      hash.update(chunk)
      yield chunk
    }
  }
  return { content: content(), digest: () => hash.digest('hex') }
}

/** Reads content to its end, for its hash or its size alone. */
export async function drain(content: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of content) void chunk
}
