import type pg from 'pg'

type Corked = { connection: { stream: { cork(): void; uncork(): void } } }

/**
 * Each statement of pg is a write of its own, and so a packet and a wake-up of the server. Call the result before a
 * statement: it and those issued after it in the same turn travel in one write.
 */
export function gatherWrites(client: pg.PoolClient): () => void {
  const { stream } = (client as unknown as Corked).connection
  let gathering = false
  return () => {
    if (gathering) return
    gathering = true
    stream.cork()
    process.nextTick(() => {
      gathering = false
      stream.uncork()
    })
  }
}
