/**
 * Renders one page of the built app again and again from data in memory, without router, database, HTTP and compression: what React
 * itself takes for the tree that the shop sends. Started by rendering.ts with the shop's address, its key and the path; each message is
 * a number of seconds to render for, and is answered with pages per second.
 */
import path from 'node:path'
import type { RequestHandler, RouterContextProvider, ServerBuild } from 'react-router'

const [url = '', publishableKey = '', page = ''] = process.argv.slice(2)
const build = (await import(path.resolve(import.meta.dirname, '../build/server/index.js'))) as ServerBuild
type Render = ServerBuild['entry']['module']['default']
type Entry = { createHandler(build: ServerBuild): RequestHandler; createRequestContext(options: object): RouterContextProvider }

/** What the router gave the app's own renderer for the page. */
let given: Parameters<Render> | undefined
const render = build.entry.module.default
const keep: Render = (...parts) => {
  given = parts
  return new Response()
}
const entry = build.entry.module as unknown as Entry
const handle = entry.createHandler({ ...build, entry: { module: { ...build.entry.module, default: keep } } })
await handle(new Request(url + page), entry.createRequestContext({ fetch, publishableKey, origin: url, isPhone: false, isClosed: false }))
if (!given) throw new Error(`${page} was not rendered`)
const [request, status, headers, context, loadContext] = given

process.on('message', (seconds) => {
  const began = performance.now()
  const run = async (): Promise<number> => {
    let pages = 0
    while (performance.now() - began < Number(seconds) * 1000) {
      // The data that the page carries for the browser is written by the router, not by React.
      await render(request, status, headers, { ...context, serverHandoffStream: undefined }, loadContext)
      pages += 1
    }
    return pages / ((performance.now() - began) / 1000)
  }
  void run().then((pages) => process.send?.(pages))
})
process.on('disconnect', () => process.exit(0))
process.send?.(0)
