/** The files of the build that the service worker caches: the small ones come and stay together in one file (scripts/vite/service-worker.ts). */
import { expect, test } from '../support/fixtures.ts'
import { hydrated } from '../support/hydrated.ts'
import { stopWorker, workerReady } from '../support/offline.ts'

type CachedFile = { address: string; text: string; type: string | null }

const builtFiles = async (): Promise<string[]> => {
  const cache = await caches.open((await caches.keys()).find((one) => one.startsWith('shringar-built-')) ?? '')
  return (await cache.keys()).map(({ url }) => new URL(url).pathname)
}

/** Every script and style, as the worker gives it to a page. */
const scriptsAndStyles = async (stored: string[]): Promise<CachedFile[]> => {
  const packs = await Promise.all(stored.filter((address) => address.startsWith('/assets/small-')).map(async (pack) => (await fetch(pack)).json()))
  const addresses = [...stored, ...packs.flatMap((pack) => Object.keys(pack as object))].filter((address) => /\.(js|css)$/.test(address))
  return Promise.all(
    addresses.map(async (address) => {
      const file = await fetch(address)
      return { address, text: await file.text(), type: file.headers.get('content-type') }
    }),
  )
}

test('each cached script and style is the one that the shop serves; few requests bring them, and few entries hold them', async ({ page, context }) => {
  const asked: string[] = []
  context.on('request', (request) => {
    if (request.serviceWorker()) asked.push(new URL(request.url()).pathname)
  })
  await page.goto('/about')
  await page.keyboard.press('Shift')
  await workerReady(page)
  const brought = asked.filter((address) => address.startsWith('/assets/'))
  expect(brought.filter((address) => address.startsWith('/assets/small-'))).toHaveLength(1)
  expect(brought.length).toBeLessThan(40)
  await expect.poll(async () => (await page.evaluate(builtFiles)).length).toBeLessThan(40)

  const cached = async () => page.evaluate(scriptsAndStyles, await page.evaluate(builtFiles))
  await expect.poll(async () => (await cached()).length).toBeGreaterThan(65)
  expect(
    asked.filter((address) => address.startsWith('/assets/')),
    'the worker has them all',
  ).toEqual(brought)
  // Asked from outside the browser: within it the worker would answer.
  for (const { address, text, type } of await cached()) {
    const served = await page.request.get(address)
    expect({ text: await served.text(), type: served.headers()['content-type'] }, address).toEqual({ text, type })
  }
})

test('while the file of the small ones is damaged, pages get theirs from the shop', async ({ page }) => {
  await page.goto('/about')
  await workerReady(page)
  await page.evaluate(async () => {
    const cache = await caches.open((await caches.keys()).find((one) => one.startsWith('shringar-built-')) ?? '')
    for (const { url } of await cache.keys()) if (url.includes('/assets/small-')) await cache.put(url, new Response('{"/assets/cut'))
  })
  await stopWorker(page)
  await page.goto('/products')
  await hydrated(page)
  await page.getByRole('link', { name: 'Login', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome Back' })).toBeVisible()
})
