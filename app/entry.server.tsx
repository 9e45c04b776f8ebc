import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router'
import { serverClient } from './data/api/client.ts'
import { previewContext, shopContext } from './data/api/context.ts'

/** What the server provides for one page. `fetch` answers /rest/v1 in the same process. */
export type RequestContextOptions = {
  fetch: typeof globalThis.fetch
  publishableKey: string
  origin: string
  isPhone: boolean
  isClosed: boolean
}

export function createRequestContext(options: RequestContextOptions): RouterContextProvider {
  const { fetch, publishableKey, origin, isPhone, isClosed } = options
  const context = new RouterContextProvider()
  context.set(shopContext, { db: serverClient(origin, publishableKey, fetch), origin, publishableKey, isPhone, closed: isClosed ? 'public' : null })
  context.set(previewContext, (token) => serverClient(origin, publishableKey, fetch, token))
  return context
}

/**
 * The page is sent in one piece: it is complete without any script (docs/rules.md#sessions), can be cached as a whole, and a render
 * that fails half way still gets its status.
 */
export default async function handleRequest(request: Request, status: number, headers: Headers, routerContext: EntryContext): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const html = await renderWhole(<ServerRouter context={routerContext} url={request.url} />, request.signal)
  return new Response(html, { status, headers })
}

function renderWhole(page: React.ReactNode, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const body = new PassThrough()
    const { pipe, abort } = renderToPipeableStream(page, {
      // Otherwise React hides the content of boundaries after the first 12 kB until a script shows it.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        pipe(body)
        void text(body).then(resolve, reject).finally(done)
      },
      onShellError(error) {
        done()
        reject(error)
      },
      onError(error) {
        console.error(error)
      },
    })
    const stop = (): void => abort(signal.reason)
    // Node keeps a signal with a listener alive, and with it the page, its data and its HTML: the listener must be removed as soon as it is not needed.
    const done = (): void => signal.removeEventListener('abort', stop)
    signal.addEventListener('abort', stop, { once: true })
  })
}
