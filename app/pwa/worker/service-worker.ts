/**
 * The service worker: visited public pages and their pictures open without a connection (docs/decisions/0014-offline.md). It always
 * asks the shop first: it returns a cached response only when the shop does not respond, and marks it, because its prices may be
 * outdated.
 */
import { forgetVisits } from '../../data/session/visit-caches.ts'
import { ResponseCaches } from './response-caches.ts'
import type { FromWorker, ToWorker } from './messages.ts'
import { dataKeyOf, isGone, isPublicScreen, keyOf, partOf } from './rules.ts'
import type { BuiltFiles, FetchEvent, FileSet, WorkerScope } from './scope.ts'

declare const BUILT_FILES: BuiltFiles

const OFFLINE_PAGE = '/offline.html'
const LINKS_SHOWN = 8
/** The other half of a visited page is fetched again when its cached response is older than this. */
const FRESH_MS = 10 * 60 * 1000

const scope = globalThis as unknown as WorkerScope
const kept = new ResponseCaches(BUILT_FILES.version, [BUILT_FILES.shop.small, BUILT_FILES.account.small])

scope.addEventListener('install', (event) => event.waitUntil(keepFiles({ ...BUILT_FILES.shop, files: [OFFLINE_PAGE, ...BUILT_FILES.shop.files] })))

scope.addEventListener('activate', (event) =>
  event.waitUntil(
    (async () => {
      await kept.dropOldVersions()
      await scope.registration.navigationPreload?.enable()
      await scope.clients.claim()
    })(),
  ),
)

scope.addEventListener('fetch', (event) => {
  const part = partOf(event.request, location.origin)
  if (part === 'page') event.respondWith(page(event))
  else if (part === 'data') event.respondWith(data(event))
  else if (part === 'asset') event.respondWith(asset(event))
  else if (part === 'picture') event.respondWith(picture(event))
  else if (part === 'routes') event.respondWith(routes(event.request))
  else if (part === 'live') event.respondWith(opened(event))
})

scope.addEventListener('message', (event) => {
  const message = event.data as ToWorker
  if (message.kind === 'take-over') event.waitUntil(scope.skipWaiting())
  else if (message.kind === 'account') event.waitUntil(keepFiles(BUILT_FILES.account).catch(() => undefined))
  else if (message.kind === 'forget') {
    kept.forget()
    event.waitUntil(forgetVisits())
  } else if (message.kind === 'visited') event.waitUntil(keepVisited(message.key, message.pictures))
})

async function keepFiles({ files, small }: FileSet): Promise<void> {
  const cache = await caches.open(kept.built)
  const missing = await Promise.all([small, ...files].map(async (file) => ((await cache.match(file)) ? [] : [file])))
  // Files named by their content hash come from the browser's own cache when the page has already loaded them.
  await cache.addAll(missing.flat().map((file) => new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'no-cache', priority: 'low' })))
}

/** The response that the browser requested before this worker started (navigation preload); the same URL is not requested twice. */
async function opened(event: FetchEvent): Promise<Response> {
  return (await event.preloadResponse) ?? fetch(event.request)
}

async function page(event: FetchEvent): Promise<Response> {
  const key = keyOf(event.request.url)
  const open = isPublicScreen(new URL(event.request.url).pathname)
  const { generation } = kept
  try {
    const answer = await opened(event)
    if (open) event.waitUntil(isGone(answer.status) ? kept.drop('pages', key) : kept.keep('pages', key, answer.clone(), generation))
    return answer
  } catch {
    const copy = open ? await kept.read('pages', key) : undefined
    return copy ? asKept(copy) : offlinePage()
  }
}

/** Marks the HTML so that the page's own banner says that it is cached, and when (app/data/api/connection.ts reads the mark). */
async function asKept(copy: Response): Promise<Response> {
  const html = (await copy.text()).replace('<html ', `<html data-kept="${momentOf(copy)}" `)
  return new Response(html, { headers: copy.headers })
}

function momentOf(copy: Response): string {
  return new Date(copy.headers.get('date') ?? Date.now()).toISOString()
}

async function data(event: FetchEvent): Promise<Response> {
  const key = keyOf(event.request.url)
  const { generation } = kept
  try {
    const answer = await fetch(event.request)
    event.waitUntil(isGone(answer.status) ? kept.drop('pages', key) : kept.keep('pages', key, answer.clone(), generation))
    return answer
  } catch (error) {
    const copy = await kept.read('pages', key)
    const client = await scope.clients.get(event.clientId)
    if (!copy) throw error
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page under this worker has its origin
    client?.postMessage({ kind: 'kept', since: momentOf(copy) } satisfies FromWorker)
    return copy
  }
}

async function asset(event: FetchEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url)
  const copy = await kept.readFile(pathname)
  if (copy) return copy
  const { generation } = kept
  const answer = await fetch(event.request)
  event.waitUntil(kept.keep('assets', pathname, answer.clone(), generation))
  return answer
}

/** For pictures that never change the browser's own cache responds; the worker's cache is for when nothing does. */
async function picture(event: FetchEvent): Promise<Response> {
  const key = keyOf(event.request.url)
  const { generation } = kept
  try {
    const answer = await fetch(event.request)
    event.waitUntil(isGone(answer.status) ? kept.drop('pictures', key) : kept.keep('pictures', key, answer.clone(), generation))
    return answer
  } catch (error) {
    const copy = (await kept.read('pictures', key)) ?? (await kept.readFile('/placeholder.svg'))
    if (copy) return copy
    throw error
  }
}

/** The router requests the list of screens as links come into view; offline, the manifest of the whole build responds. */
async function routes(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const text = await (await kept.readFile(BUILT_FILES.routes))?.text()
    if (text === undefined) throw error
    const table = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as { routes: unknown }
    return Response.json(table.routes)
  }
}

/**
 * A page that was opened inside the app arrived as data, and the first page before there was a worker: whichever half is missing is
 * fetched now, so that a reload and a link both work later.
 */
async function keepVisited(key: string, pictures: string[]): Promise<void> {
  if (!isPublicScreen(new URL(key, location.origin).pathname)) return
  const { generation } = kept
  const fetchMissing = async (cache: 'pages' | 'pictures', wanted: string) => {
    const copy = await kept.read(cache, wanted)
    if (copy && (cache === 'pictures' || Date.now() - Date.parse(momentOf(copy)) < FRESH_MS)) return
    const answer = await fetch(wanted).catch(() => null)
    if (answer) await kept.keep(cache, wanted, answer, generation)
  }
  await Promise.all([fetchMissing('pages', key), fetchMissing('pages', dataKeyOf(key))])
  await Promise.all(pictures.map((address) => fetchMissing('pictures', keyOf(address))))
}

/** Says what happened, in the shop's design, and links to the visited pages, which open offline. */
async function offlinePage(): Promise<Response> {
  const template = (await (await kept.readFile(OFFLINE_PAGE))?.text()) ?? ''
  const pages = await Promise.all((await kept.pages()).slice(0, LINKS_SHOWN).map(linkTo))
  const html = template.replace('<!--visited-->', () => pages.join(''))
  return new Response(html, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } })
}

/** The title in the cached HTML is already escaped. */
async function linkTo(key: string): Promise<string> {
  const html = (await (await kept.read('pages', key))?.text()) ?? ''
  const title = /<title[^<>]*>([^<]+)<\/title>/.exec(html)?.[1] ?? key.replaceAll('<', '')
  return `<li><a href="${key.replaceAll('&', '&amp;').replaceAll('"', '%22')}">${title.replace(/ · [^·]*$/, '')}</a></li>`
}
