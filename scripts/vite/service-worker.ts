/** The build step that creates /service-worker.js and /offline.html from the client's build. */
import { createHash } from 'node:crypto'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'
import type { Plugin } from 'vite'
import type { BuiltFiles, FileSet } from '../../app/pwa/worker/scope.ts'
import { closure, entryChunks } from './built-chunks.ts'
import { offlinePage } from './offline-page.ts'

const WORKER = 'app/pwa/worker/service-worker.ts'

/** The screens that anyone may open, and the cart. Entries of the module graph; their static imports are included. */
const SHOP = [
  'app/entry.client.tsx',
  'app/root.tsx',
  'app/pwa/companions.tsx',
  'app/pwa/worker-companion.tsx',
  'app/storefront/layout.tsx',
  'app/storefront/search/panel.tsx',
  'app/storefront/shell/coming-outline.tsx',
  'app/storefront/shell/footer.tsx',
  'app/storefront/shell/mobile-menu-links.tsx',
  'app/storefront/shell/tab-bar.tsx',
  'app/ui/overlay/toast-items.tsx',
  'app/ui/page/error-screen.tsx',
  'app/ui/pictures/thumbhash-picture.ts',
  'app/storefront/auth-layout.tsx',
  ...['home', 'products', 'product', 'category', 'categories', 'cart', 'not-found', 'about', 'terms', 'privacy', 'shipping', 'refunds', 'contact', 'login'].map(
    (screen) => `app/storefront/${screen}/route.tsx`,
  ),
  'app/storefront/products/filter-dialog.tsx',
  'app/storefront/products/grid-page.tsx',
  'app/storefront/products/list/trade-list.tsx',
]
/** A signed-in customer's screens and the modules that they load later, including the full client. */
const ACCOUNT = [
  ...['dashboard', 'invoice', 'my-orders', 'notifications', 'order', 'profile', 'security'].map((screen) => `app/account/${screen}/route.tsx`),
  'app/storefront/checkout/layout.tsx',
  'app/storefront/checkout/route.tsx',
  'app/storefront/order-pad/route.tsx',
  'app/storefront/shell/cart-amount.tsx',
  'app/data/cart/offline-cart.ts',
  'app/storefront/products/list/before.tsx',
  'app/storefront/products/list/counter.tsx',
  'app/data/session/sign-in-again.tsx',
  'app/data/api/supabase-client.ts',
]
/** Files without a hash in their name; their bytes are part of the version. */
const FIXED = ['/favicon.svg', '/placeholder.svg', '/icons/icon-192.png', '/manifest.webmanifest']
const FACES = {
  text: /^assets\/anek-core-.*\.woff2$/,
  heading: /^assets\/tiro-core-.*\.woff2$/,
  others: /^assets\/tiro-(italic-core|words)-.*\.woff2$/,
}
/** Scripts and styles below this size come to the worker together: most files of the build are, and each request and each entry of a cache costs a slow phone more than its bytes. */
const SMALL_BYTES = 12_000

/** What the client's build knows of the worker. The server's build adds the rest. */
type Begun = { dir: string; shop: string[]; account: string[]; version: string }

export function serviceWorker(): Plugin {
  let begun: Begun | undefined
  /** False if the server's build failed: an error of this step would hide that one. */
  let isServerWritten = false
  return {
    name: 'service-worker',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      isServerWritten = this.environment.name === 'ssr'
      if (dir === undefined || this.environment.name !== 'client') return
      const names = Object.keys(bundle)
      const face = (pattern: RegExp) => names.filter((name) => pattern.test(name)).map((name) => `/${name}`)
      const page = offlinePage({ text: face(FACES.text)[0] ?? '', heading: face(FACES.heading)[0] ?? '' })
      await writeFile(path.join(dir, 'offline.html'), page)

      const entries = entryChunks(bundle)
      const missing = [...SHOP, ...ACCOUNT].filter((file) => !entries.has(file))
      if (missing.length > 0) this.error(`The service worker keeps screens that the build does not have: ${missing.join(', ')}`)
      const chunks = closure(bundle, entries, SHOP)
      const account = closure(bundle, entries, ACCOUNT).filter((file) => !chunks.includes(file))
      const shop = [...chunks, ...face(FACES.text), ...face(FACES.heading), ...face(FACES.others), ...FIXED]
      begun = { dir, shop, account, version: await digest([page, ...names.toSorted(), ...(await fixedBytes())]) }
    },
    // The router writes its table of screens during the server build, and only the server names the whole style sheet: both are in the worker.
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (begun === undefined || !isServerWritten) return
        const { dir, shop, account, version } = begun
        const assets = path.join(dir, 'assets')
        const routes = await tableOfScreens(assets)
        if (routes === undefined) return this.error('The router’s table of screens is not where it was: see scripts/vite/service-worker.ts')
        const styles = (await readdir(assets)).find((name) => /^styles-.*\.css$/.test(name))
        if (styles === undefined) return this.error('The whole style sheet is not where it was: see app/start/modules.tsx')
        const table = `/assets/${routes}`
        await buildWorker(dir, {
          version,
          routes: table,
          shop: await packed(dir, [...shop, `/assets/${styles}`, table]),
          account: await packed(dir, account),
        })
      },
    },
  }
}

/** Writes the small files as one, { address: text }. */
async function packed(dir: string, addresses: readonly string[]): Promise<FileSet> {
  const small: Record<string, string> = {}
  const files: string[] = []
  for (const address of addresses) {
    const text = /\.(js|css)$/.test(address) ? await readFile(path.join(dir, address), 'utf8') : undefined
    if (text !== undefined && text.length < SMALL_BYTES) small[address] = text
    else files.push(address)
  }
  const pack = JSON.stringify(small)
  const address = `/assets/small-${createHash('sha256').update(pack).digest('hex').slice(0, 8)}.json`
  await writeFile(path.join(dir, address), pack)
  return { files, small: address }
}

async function tableOfScreens(assets: string): Promise<string | undefined> {
  for (const name of await readdir(assets))
    if (name.startsWith('manifest-') && (await readFile(path.join(assets, name), 'utf8')).startsWith('window.__reactRouterManifest')) return name
  return undefined
}

async function fixedBytes(): Promise<(string | Buffer)[]> {
  return Promise.all(FIXED.map((name) => readFile(path.join('app/public', name)).catch(() => name)))
}

async function digest(parts: (string | Buffer)[]): Promise<string> {
  const hash = createHash('sha256')
  for (const name of await readdir('app/pwa/worker')) if (!name.includes('.test.')) hash.update(await readFile(path.join('app/pwa/worker', name)))
  for (const part of parts) hash.update(part)
  return hash.digest('hex').slice(0, 12)
}

async function buildWorker(dir: string, built: BuiltFiles): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    define: { BUILT_FILES: JSON.stringify(built) },
    build: {
      outDir: dir,
      emptyOutDir: false,
      rolldownOptions: { input: path.resolve(WORKER), output: { format: 'iife', entryFileNames: 'service-worker.js' } },
    },
  })
}
