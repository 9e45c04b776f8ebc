import { expect, test } from 'vitest'
import { open } from '../testing/http-server.ts'
import { createMetrics } from './metrics.ts'

const token = 'a-token-of-the-scraper'
const shown = () => createMetrics({ cache: undefined, pools: {}, sockets: () => 0, isDatabaseAway: () => true, backlog: () => Promise.resolve(null) })

test('the figures are for who sends the token, and for nobody else', async () => {
  const { fetch } = await open({ metrics: { shown: shown(), token } })
  await fetch('/products')
  const answer = await fetch('/metrics', { headers: { authorization: `Bearer ${token}` } })
  expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
    'no-store',
  ])
  expect(answer.text).toContain('shop_http_requests_total{area="page",method="GET",status="200"} 1')
  expect(answer.text).toContain('shop_database_away 1')
  for (const authorization of ['', token, `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `bearer ${token}`, 'Bearer ']) {
    const refused = await fetch('/metrics', { headers: { authorization } })
    expect([refused.status, refused.text.includes('shop_')], authorization).toEqual([401, false])
  }
})

test('without a token in the settings there is no such address: a page answers', async () => {
  const { fetch, asked } = await open({})
  await fetch('/metrics', { headers: { authorization: 'Bearer undefined' } })
  expect(asked.pages).toHaveLength(1)
})
