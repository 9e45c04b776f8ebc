import { expect, test, vi } from 'vitest'
import { serverClient } from './client.ts'

test('a page asks the gateway once, even when the database is down', async () => {
  const asked = vi.fn(() => Promise.resolve(Response.json({ message: 'The database is unreachable' }, { status: 503 })))
  const { status } = await serverClient('http://shop.example', 'a-key', asked as unknown as typeof fetch)
    .from('products')
    .select('id')
  expect(status).toBe(503)
  expect(asked).toHaveBeenCalledOnce()
})
