/** WebSockets that join channels they may not read, send frames of every kind, and disconnect without closing. */
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { oddString, oddValue } from './bodies.ts'
import { seeded, type Random } from './random.ts'
import { NETWORKS, type Target } from './target.ts'

const EVENTS = ['phx_join', 'phx_leave', 'heartbeat', 'broadcast', 'presence', 'access_token', 'postgres_changes', 'nope', '']

function frame(random: Random): string | Buffer {
  const kind = random.int(30)
  if (kind === 0) return Buffer.alloc(random.pick([1, 1_000, 300_000]), 0x41)
  if (kind === 1) return 'x'.repeat(random.pick([1, 10_000, 300_000]))
  if (kind === 2) return '['.repeat(random.pick([100, 50_000]))
  const topic = random.pick(['realtime:public', 'realtime:orders', 'phoenix', `realtime:${oddString(random)}`, ''])
  const config = {
    broadcast: { self: true },
    private: random.chance(0.5),
    postgres_changes: random.some(30, () => ({
      event: '*',
      schema: random.pick(['public', 'private', 'auth']),
      table: random.pick(['orders', 'products', 'x']),
      filter: oddString(random),
    })),
  }
  const payload = random.chance(0.6) ? { config, access_token: oddString(random) } : oddValue(random)
  return JSON.stringify(
    random.chance(0.5) ? { topic, event: random.pick(EVENTS), payload, ref: '1', join_ref: '1' } : ['1', '1', topic, random.pick(EVENTS), payload],
  )
}

/** Keeps `count` sockets busy until `signal`. Resolves to the number of sockets opened and frames sent. */
export async function hostileSockets(target: Target, count: number, signal: AbortSignal): Promise<{ opened: number; frames: number }> {
  const random = seeded(11)
  const done = { opened: 0, frames: 0 }
  const one = async (): Promise<void> => {
    while (!signal.aborted) {
      const key = random.chance(0.8) ? target.publishableKey : oddString(random)
      const socket = new WebSocket(
        `ws://127.0.0.1:${target.port}/realtime/v1/websocket?apikey=${encodeURIComponent(key.replace(/[\ud800-\udfff]/g, ''))}&vsn=1.0.0`,
        {
          headers: { 'x-forwarded-for': random.pick(NETWORKS) },
          handshakeTimeout: 10_000,
        },
      )
      socket.on('error', () => undefined)
      const open = await new Promise<boolean>((resolve) => {
        socket.once('open', () => resolve(true))
        socket.once('close', () => resolve(false))
      })
      done.opened += open ? 1 : 0
      for (let turn = random.int(40); turn > 0 && !signal.aborted && socket.readyState === WebSocket.OPEN; turn -= 1) {
        socket.send(frame(random))
        done.frames += 1
        await sleep(random.int(40))
      }
      socket.terminate()
      await sleep(50)
    }
  }
  await Promise.all(Array.from({ length: count }, one))
  return done
}
