/** The files of the build that the service worker caches: the small ones come together in one file (scripts/vite/service-worker.ts). */
import { expect, test } from '../support/fixtures.ts'
import { workerReady } from '../support/offline.ts'

type CachedFile = { address: string; text: string; type: string | null }

const cachedScriptsAndStyles = async (): Promise<CachedFile[]> => {
  const cache = await caches.open((await caches.keys()).find((one) => one.startsWith('shringar-built-')) ?? '')
  const addresses = (await cache.keys()).map(({ url }) => new URL(url).pathname).filter((address) => /\.(js|css)$/.test(address))
  return Promise.all(
    addresses.map(async (address) => {
      const file = await cache.match(address)
      return { address, text: (await file?.text()) ?? '', type: file?.headers.get('content-type') ?? null }
    }),
  )
}

test('each cached script and style is the one that the shop serves, and few requests brought them', async ({ page, context }) => {
  const asked: string[] = []
  context.on('request', (request) => {
    if (request.serviceWorker()) asked.push(new URL(request.url()).pathname)
  })
  await page.goto('/about')
  await page.keyboard.press('Shift')
  await workerReady(page)
  const assets = asked.filter((address) => address.startsWith('/assets/'))
  expect(assets.filter((address) => address.startsWith('/assets/small-'))).toHaveLength(1)
  expect(assets.length).toBeLessThan(40)
  await expect.poll(async () => (await page.evaluate(cachedScriptsAndStyles)).length).toBeGreaterThan(80)
  // Asked from outside the browser: within it the worker would answer.
  for (const { address, text, type } of await page.evaluate(cachedScriptsAndStyles)) {
    const served = await page.request.get(address)
    expect({ text: await served.text(), type: served.headers()['content-type'] }, address).toEqual({ text, type })
  }
})
