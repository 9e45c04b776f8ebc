import { createServer } from 'node:net'

/** Ports that no system gives to outgoing connections: one of those may take a port between this answer and its use. */
const FIRST = 20_000
const COUNT = 10_000
const TRIES = 50

/** A free port on the loopback address. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < TRIES; tried++) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    if (await isFree(port)) return port
  }
  throw new Error(`No free port among ${TRIES} tried`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.on('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
