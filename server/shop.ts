/** The composition root: database, gateway, functions, mail worker, scheduler, pages and HTTP server. Only main.ts imports it. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from 'node:http'
import type { Gateway } from '#gateway/gateway.ts'
import { shopFunctions } from '#functions/registry.ts'
import { openCourier } from '#functions/couriers/open-courier.ts'
import { apiKeysOf, signingOf } from './api-keys.ts'
import { backUpWhenDue } from './backup/scheduled-backup.ts'
import { startScheduledJobs } from './jobs/scheduled-jobs.ts'
import { createBrandFiles } from './brand/brand-files.ts'
import { brandSourceFrom } from './brand/brand-source.ts'
import type { Config } from './config.ts'
import { followChanges } from './follow-changes.ts'
import { createDocumentShare } from './functions/document-share.ts'
import { logConsole } from './log/console-log.ts'
import { divideConnections } from './database/connection-budget.ts'
import { openDatabase } from './database/database.ts'
import { poolingOf } from './database/pooler.ts'
import type { LoginRole } from './database/roles.ts'
import { watchDatabase } from './database/watch-database.ts'
import { bootstrap } from './bootstrap.ts'
import { bindFunctions, paymentContextOf } from './functions/function-context.ts'
import { createFunctionShare } from './functions/function-share.ts'
import { closeWith } from './http/close-server.ts'
import { createHttpServer } from './http/http.ts'
import { resealAccounts } from './database/reseal-accounts.ts'
import { dataKeysOf, loadKeys, saveKeys, withProjectKeys } from './keys.ts'
import type { OpenedData } from './open-data.ts'
import { PortError } from './port-error.ts'
import { openLinkPages } from './http/link-page.ts'
import { hostLocator, isHostAllowed, resolvePublic } from './network/host-locator.ts'
import { workOffPictures } from './pictures/work-off.ts'
import { startMailWorker } from './mail/mail-worker.ts'
import { orderServiceOf } from './mail/mail-documents.ts'
import { builtPages, developedPages, loadPages, type PageRenderer } from './http/pages.ts'
import { followPaymentWindow, readEnabledFrom } from './http/payment-window.ts'
import { gatewayInvites, gatewayPasswords } from './functions/auth-client.ts'
import { listenToStatements } from '#postgres/follow-statements.ts'
import { openPool } from '#postgres/pool.ts'
import type { Query } from '#postgres/statement.ts'
import { sharedTries } from '#postgres/tries/shared-tries.ts'
import { followOpening, readOpenFrom } from './http/opening.ts'
import { signPreview } from './functions/sign-preview.ts'
import { collectWhenQuiet } from './memory/collect-when-quiet.ts'
import { createProgress } from './progress.ts'
import { createRequestLog } from './http/request-log.ts'
import { ResponseCache } from './cache/response-cache.ts'
import { keepShellReads } from './cache/shell-reads.ts'
import { loadStaticFiles } from './http/static-files.ts'
import { gatewayStorage } from './functions/storage-client.ts'
import { documentFilesIn } from './storage/document-files.ts'
import { openArea, openFiles } from './storage/open-files.ts'
import { openGateway } from './open-gateway.ts'

export type Shop = {
  url: string
  /** Shows load balancers that this process is about to end, and keeps serving for `ms` milliseconds, so that they notice. */
  drain(ms: number): Promise<void>
  /** Finishes the requests that are being answered, and ends everything. */
  close(): Promise<void>
}

async function listen(server: Server, config: Config): Promise<void> {
  server.listen(config.port, config.host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new PortError(`Port ${config.port} is in use: stop the program that uses it, or set PORT to another.`)
    if (code === 'EACCES') throw new PortError(`Port ${config.port} may not be opened by this user: set PORT to one above 1023.`)
    throw new PortError(`The shop cannot listen on ${config.host}:${config.port}: ${code ?? String(error)}.`)
  }
}

export async function openShop(config: Config, data: OpenedData): Promise<Shop> {
  const closing: (() => unknown)[] = [data.close]
  const state = { draining: false }
  const closeAll = async (): Promise<void> => {
    for (const step of closing.reverse()) await step()
  }
  try {
    const url = await assemble(config, data, closing, () => state.draining)
    return {
      url,
      async drain(ms) {
        state.draining = true
        await sleep(ms)
      },
      async close() {
        state.draining = true
        await closeAll()
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

async function assemble(config: Config, { log, database: starting }: OpenedData, closing: (() => unknown)[], isDraining: () => boolean): Promise<string> {
  closing.push(
    listenToStatements(config.slowStatement, ({ statement, ms, failed }) =>
      log('warn', 'database: Slow statement', { statement, ms: Math.round(ms), ...(failed ? { failed } : {}) }),
    ),
  )
  // Loaded only where it is asked for: it takes memory.
  const tracing = config.tracing && (await import('./observe/tracing.ts')).openTracing(config.tracing, config.trustProxy !== undefined)
  if (tracing) closing.push(tracing.close)
  const progress = createProgress((text) => void process.stdout.write(text))
  // While PostgreSQL starts.
  const build = config.dev ? undefined : loadPages()
  build?.catch(() => undefined) // awaited below
  const staticFiles = config.dev ? undefined : loadStaticFiles()
  staticFiles?.catch(() => undefined)
  const keys = withProjectKeys(await loadKeys(config.dataDir, config.keys), config.supabase)
  const database = await openDatabase(config, dataKeysOf(keys), log, progress, starting)
  if (keys.also && !config.supabase) await resealAccounts(database.urlFor('supabase_auth_admin'), dataKeysOf(keys))
  await saveKeys(config.dataDir, {
    url: config.siteUrl,
    ...keys,
    ...(keys.also ? { also: { ...keys.also, started: true } } : {}),
    ...(database.embedded ? { db_url: database.ownerUrl } : {}),
  })

  const lost = (error: Error): void => log('info', 'database: Idle connection lost', error)
  const budget = divideConnections(config.connections, config.mailWorkers)
  const requestPool = (role: LoginRole, max: number, applicationName?: string) =>
    openPool(database.requestUrlFor(role), { ...poolingOf(config), max, applicationName, onIdleError: lost })
  const callers = requestPool('shop_callers', budget.callers)
  const watch = watchDatabase(database.urlFor('shop_callers'), { log, poolerUrl: config.pooler && database.requestUrlFor('shop_callers') })
  const orderService = requestPool('shop_orders', budget.orders)
  const paymentService = requestPool('shop_payments', budget.payments)
  closing.push(() => Promise.all([callers.end(), watch.close(), orderService.end(), paymentService.end()]))
  const files = await openFiles(config.storage, config.storageDir, log)
  closing.push(() => files.close())
  const documentStore = await openArea(config.storage, config.storageDir, 'documents')
  closing.push(() => documentStore.close())
  const documentFiles = documentFilesIn(documentStore, config.supabase?.services.has('storage') !== true)
  const locate = hostLocator(config.innerMailHosts)
  const counts = requestPool('shop_orders', budget.tries, 'tries')
  closing.push(() => counts.end())
  const countsQuery: Query = async (text, values) => (await counts.query(text, values)).rows
  const tries = sharedTries(countsQuery, keys.data_key)
  // On the same connections: both are short statements before a request is served.
  const apiKeys = apiKeysOf(countsQuery, signingOf(config, keys))
  const mails = startMailWorker({
    config,
    locate,
    url: database.urlFor('shop_mail'),
    connections: budget.mails,
    workers: config.mailWorkers,
    orderService: orderServiceOf(orderService, documentFiles, log),
    secrets: dataKeysOf(keys),
    log,
  })
  closing.push(mails.close)

  const storage = gatewayStorage(() => gateway, keys.secret_key, config.siteUrl)
  const payments = paymentContextOf({ paymentService, razorpay: config.razorpay, log })
  const courier = config.courier ? openCourier(config.courier) : null

  const functions = bindFunctions(shopFunctions, {
    callers,
    orderService,
    paymentService,
    shares: { callers: createFunctionShare(callers), orderService: createFunctionShare(orderService), paymentService: createFunctionShare(paymentService) },
    razorpay: config.razorpay,
    storage,
    tries,
    provePassword: gatewayPasswords(() => gateway, keys.publishable_key, config.siteUrl),
    documentShare: createDocumentShare(),
    signPreview: signPreview(keys.jwt_secret, config.siteUrl),
    inviteAccount: gatewayInvites(() => gateway, keys.secret_key, config.siteUrl),
    isMailHostAllowed: isHostAllowed(locate),
    apiKeysWork: apiKeys.signing !== null,
    // Loaded when a picture comes: they take memory.
    readLogo: async (bytes) => (await import('./brand/logo-picture.ts')).readLogo(bytes),
    readPhoto: async (bytes) => (await import('./pictures/read-photo.ts')).readPhoto(bytes),
    courier,
    documentFiles,
    log,
  })
  const inProcess = ((input, init) => gateway.fetch(new Request(input, init), { pages: true })) as typeof fetch
  const brandSource = brandSourceFrom(inProcess, keys.publishable_key, config.siteUrl)
  const linkPages = await openLinkPages(brandSource.settings)
  const gateway: Gateway = await openGateway({ config, keys, database, budget, mails, linkPages: linkPages.page, functions, tries, files, apiKeys, log })
  closing.push(() => gateway.close())
  const news = await bootstrap({ config, database, gateway, keys, progress })
  const scheduler = startScheduledJobs({
    url: database.urlFor('shop_mail'),
    connections: budget.jobs,
    payments,
    courier,
    files: storage,
    pictures: (pool, signal) => workOffPictures(pool, storage, { locate: hostLocator(false, resolvePublic) }, signal),
    removeDeletedFiles: gateway.removeDeletedFiles,
    documentFiles,
    webhook: config.webhook,
    backUp: backUpWhenDue({ config, ownerUrl: database.ownerUrl, keys, log }),
    folders: config.storage.place === 'folder' ? [config.dataDir, config.storageDir] : [config.dataDir],
    log,
  })
  closing.push(scheduler.close)

  const cache = config.dev ? undefined : new ResponseCache()
  const paymentWindow = followPaymentWindow(config.razorpay, readEnabledFrom(inProcess, keys.publishable_key, config.siteUrl))
  const brand = createBrandFiles(brandSource)
  const opening = followOpening(readOpenFrom(inProcess, keys.publishable_key, config.siteUrl))
  const changes = followChanges({
    url: database.urlFor('shop_callers'),
    cache,
    async refreshSettings() {
      const [headers, open] = await Promise.all([paymentWindow.refresh(), opening.refresh(), linkPages.refresh(), brand.refresh()])
      return headers || open
    },
    isDraining,
    log,
  })
  closing.push(changes.close)

  const metrics = config.metricsToken && {
    token: config.metricsToken,
    // Loaded only where it is asked for: it takes memory.
    shown: (await import('./observe/metrics.ts')).createMetrics({
      cache,
      pools: { callers, orders: orderService, payments: paymentService, tries: counts },
      sockets: gateway.countSockets,
      isDatabaseAway: watch.isAway,
      backlog: scheduler.backlog,
    }),
  }
  const pageReads = cache ? keepShellReads(inProcess, cache, keys.publishable_key) : inProcess
  const pageOptions = { fetch: pageReads, publishableKey: keys.publishable_key, origin: config.siteUrl }
  let pages: PageRenderer | undefined
  const server = createHttpServer({
    gateway,
    pages: () => {
      if (!pages) throw new Error('Pages are not ready yet')
      return pages
    },
    files: await staticFiles,
    cache,
    keys: { publishable: keys.publishable_key, anon: keys.anon_key },
    siteUrl: config.siteUrl,
    trustProxy: config.trustProxy,
    paymentWindow: paymentWindow.hosts,
    brand,
    database: watch,
    awayServices: gateway.awayServices,
    isDraining,
    metrics: metrics || undefined,
    followers: [createRequestLog(config.requestLog), ...(tracing ? [tracing.follow] : [])],
    isClosed: opening.isClosed,
    caughtUp: changes.caughtUp,
    log,
  })
  const closeServer = closeWith(server, () => gateway.closeSockets())
  pages = build ? builtPages(await build, pageOptions) : await developPages(server, pageOptions, closing)
  await opening.refresh()
  await listen(server, config)
  closing.push(closeServer)
  closing.push(logConsole(log))
  closing.push(collectWhenQuiet({ release: () => cache?.packOutdated() ?? 0 }))
  process.stdout.write(news.join('\n'))
  return config.siteUrl
}

/** Vite serves the app's files and hot updates; all other requests go to the shop. */
async function developPages(server: Server, options: Parameters<typeof developedPages>[1], closing: (() => unknown)[]): Promise<PageRenderer> {
  const { createServer } = await import('vite')
  const ours = process.listeners('SIGTERM')
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } }, appType: 'custom' })
  // On a signal, Vite would end the process before the database is closed: remove its listener, the shop closes Vite itself.
  for (const listener of process.listeners('SIGTERM')) if (!ours.includes(listener)) process.off('SIGTERM', listener)
  closing.push(() => vite.close())
  const [shop] = server.listeners('request') as ((request: unknown, response: unknown) => void)[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => vite.middlewares(request, response, () => shop?.(request, response)))
  return developedPages(vite, options)
}
