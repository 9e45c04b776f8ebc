/** Server-side rendering of the built app, or in development of the app in Vite. */
import { access } from 'node:fs/promises'
import path from 'node:path'
import type { RequestHandler, RouterContextProvider, ServerBuild } from 'react-router'
import type { ViteDevServer } from 'vite'
import type { ListReads } from '../cache/list-reads.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** The exports of app/entry.server.tsx besides its request handler. */
type AppEntry = {
  createHandler(build: ServerBuild): RequestHandler
  createRequestContext(options: { fetch: typeof fetch; publishableKey: string; origin: string; isPhone: boolean; isClosed: boolean }): RouterContextProvider
  htmlOf(answer: Response): Buffer | undefined
}

/** `html`: the body of a page, in place of that of `answer`. */
export type RenderedPage = { answer: Response; html?: Buffer | undefined }
/** `lists` notes what the page reads. */
export type PageRenderer = (request: Request, visit: { isPhone: boolean; isClosed: boolean; lists?: ListReads | undefined }) => Promise<RenderedPage>

export type PageOptions = { fetch: typeof fetch; publishableKey: string; origin: string }

/** Characters. Browsers send shorter ones, and every request is checked. */
const LONGEST_USER_AGENT = 400

/** Detects a phone on the server, from the client hint or else the user agent. */
export function isPhone(hint: string | undefined, userAgent = ''): boolean {
  if (hint === '?1') return true
  if (hint === '?0') return false
  const agent = userAgent.slice(0, LONGEST_USER_AGENT)
  if (/\b(iPhone|iPod|Windows Phone)\b/.test(agent)) return true
  const android = agent.search(/\bAndroid\b/)
  return android >= 0 && /\bMobile\b/.test(agent.slice(android))
}

const entryOf = (build: ServerBuild): AppEntry => build.entry.module as unknown as AppEntry

const contextOf = (entry: AppEntry, options: PageOptions, { lists, ...visit }: Parameters<PageRenderer>[1]): RouterContextProvider =>
  entry.createRequestContext({ ...options, ...visit, fetch: lists?.noting(options.fetch) ?? options.fetch })

export async function loadPages(): Promise<ServerBuild> {
  const file = path.join(root, 'build/server/index.js')
  await access(file).catch(() => {
    throw new Error('The app is not built: run `npm start`, which builds it, or `npm run build`.')
  })
  return (await import(file)) as ServerBuild
}

export function builtPages(build: ServerBuild, options: PageOptions): PageRenderer {
  const entry = entryOf(build)
  // The build itself, not a function that returns it: for a function the router prepares all routes again at each request.
  const handle = entry.createHandler(build)
  return async (request, visit) => {
    const answer = await handle(request, contextOf(entry, options, visit))
    return { answer, html: entry.htmlOf(answer) }
  }
}

/** Asks Vite for the app at each request: it may have been edited. */
export function developedPages(vite: ViteDevServer, options: PageOptions): PageRenderer {
  return async (request, visit) => {
    const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
    return builtPages(build, options)(request, visit)
  }
}
