/** Orders per second through HTTP. */
import { Agent, request } from 'node:http'
import { fillCarts, tokenFor } from './buyers.ts'
import type { RunningShop } from '../scripts/running-shop.ts'
import { bodyFor } from './recorded-order.ts'

function post(agent: Agent, shop: RunningShop, n: number, token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${shop.url}/functions/v1/place-order`,
      { method: 'POST', agent, headers: { apikey: shop.keys.publishable_key, authorization: `Bearer ${token}`, 'content-type': 'application/json' } },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    sent.on('error', reject)
    sent.end(bodyFor(n))
  })
}

/** Places `count` orders of two lines from `clients` at once; returns orders per second. */
export async function ordersOverHttp(shop: RunningShop, from: number, count: number, clients: number): Promise<{ perSecond: number; failures: number }> {
  await fillCarts(shop, from, count)
  const tokens = await Promise.all(Array.from({ length: count }, (_, index) => tokenFor(shop, from + index)))
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  let next = 0
  let failures = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let index = next++; index < count; index = next++) {
        if ((await post(agent, shop, from + index, tokens[index] ?? '')) !== 200) failures += 1
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  agent.destroy()
  return { perSecond: count / seconds, failures }
}
