import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { createRequestHandler, type EntryContext, type RequestHandler, RouterContextProvider, type ServerBuild, ServerRouter } from 'react-router'
import { serverClient } from './data/api/client.ts'
import { previewContext, shopContext } from './data/api/context.ts'
import { openStyles } from './start/page-styles.ts'
import { STYLES_HERE } from './start/styles-place.ts'
import styles from './styles.css?inline'
import { drawnOnce } from './ui/pictures/drawn-once.ts'
import { drawBlurredWith } from './ui/pictures/picture.tsx'
import { thumbhashPicture } from './ui/pictures/thumbhash-picture.ts'

drawBlurredWith(drawnOnce(thumbhashPicture))

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

export { logError as handleError } from './start/log-error.ts'

/** From the app's own copy of the router, which is in its build: one from another copy would not recognise the app's context. */
export const createHandler = (build: ServerBuild): RequestHandler => createRequestHandler(build, import.meta.env.MODE)

/** In development a page has the whole sheet, which Vite exchanges when it is edited. */
const stylesFor = import.meta.env.DEV ? () => Buffer.from(styles) : openStyles(styles)

/** Only an element begins like this: texts and attributes of a page escape `<` and `>`. */
function withStyles(chunks: Buffer[]): Buffer {
  const html = Buffer.concat(chunks)
  const at = html.indexOf(`>${STYLES_HERE}</style>`) + 1
  return at === 0 ? html : Buffer.concat([html.subarray(0, at), stylesFor(html), html.subarray(at + STYLES_HERE.length)])
}

/**
 * The page is sent in one piece: it is complete without any script (docs/rules.md#sessions), can be cached as a whole, and a render
 * that fails half way still gets its status.
 */
export default async function handleRequest(request: Request, status: number, headers: Headers, routerContext: EntryContext): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const html = withStyles(await renderWhole(<ServerRouter context={routerContext} url={request.url} />, request.signal))
  const answer = new Response(null, { status, headers })
  pages.set(answer, html)
  return answer
}

/** The HTML of answers that have no body: a body would be a stream of these bytes, which the server would only read back. */
const pages = new WeakMap<Response, Buffer>()
export const htmlOf = (answer: Response): Buffer | undefined => pages.get(answer)

function renderWhole(page: React.ReactNode, signal: AbortSignal): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      // Otherwise React hides the content of boundaries after the first 12 kB until a script shows it.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        const chunks: Buffer[] = []
        const body = new Writable({
          write(chunk: Buffer, _encoding, next) {
            chunks.push(chunk)
            next()
          },
          final(next) {
            resolve(chunks)
            next()
          },
        })
        body.on('error', reject)
        body.on('close', done)
        pipe(body)
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
