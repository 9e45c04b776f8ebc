import { createRequestHandler, type ServerBuild } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import * as entry from '../entry.server.tsx'

const print = vi.spyOn(console, 'error').mockImplementation(() => undefined)
afterEach(() => print.mockClear())

/** The router with this app's entry and one page, in the mode of a shop. */
function ask(method: string, loader: () => unknown = () => null): Promise<Response> {
  const build = {
    entry: { module: { ...entry, default: (_: Request, status: number) => new Response(null, { status }) } },
    routes: { root: { id: 'root', path: '', module: { default: () => null, loader } } },
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
    routeDiscovery: { mode: 'initial' },
    future: {},
    prerender: [],
    ssr: true,
  }
  return createRequestHandler(build as unknown as ServerBuild, 'production')(new Request('http://shop/', { method }))
}

test('a request that no page takes is answered and not logged', async () => {
  expect((await ask('POST')).status).toBe(405)
  expect(print).not.toHaveBeenCalled()
})

test('what fails is logged', async () => {
  const error = new TypeError('no such thing')
  const failed = await ask('GET', () => {
    throw error
  })
  expect(failed.status).toBe(500)
  expect(print.mock.calls).toEqual([[error]])
})
