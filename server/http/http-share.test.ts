import { expect, test } from 'vitest'
import { LONG, open, PUBLIC } from '../testing/http-server.ts'

const from = (address: string) => ({ headers: { 'x-real-ip': address } })

test('a network that requests too many pages at once gets some refused, and others are not affected', async () => {
  const waiting: (() => void)[] = []
  let slow = true
  const { fetch, asked, logged } = await open({
    trustProxy: { header: 'x-real-ip', hops: 1 },
    async page() {
      if (slow) await new Promise<void>((resolve) => waiting.push(resolve))
      return new Response(LONG, { headers: PUBLIC })
    },
  })
  const greedy = Array.from({ length: 60 }, (_, number) => fetch(`/products?q=${number}`, from('198.51.100.1')))
  const refused = await Promise.race(greedy)
  expect([refused.status, refused.headers['retry-after'], refused.headers['cache-control']]).toEqual([503, '8', 'no-store'])
  expect(asked.pages).toHaveLength(6)
  slow = false
  expect((await fetch('/products', from('203.0.113.9'))).status).toBe(200)
  for (const go of waiting) go()
  const statuses = (await Promise.all(greedy)).map(({ status }) => status)
  expect([statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 503).length]).toEqual([46, 14])
  expect(logged).toEqual([])
})
