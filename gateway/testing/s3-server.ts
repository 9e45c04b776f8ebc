/** An S3 server for tests: another program's, with signatures verified. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { S3Settings } from '../storage/stores/s3-client.ts'

type Options = { port: number; address: string; silent: boolean; directory: string; configureBuckets: { name: string }[] }
const BUCKET = 'shop-files'
// The package has no types of its own, and those of others are for another version.
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: Options) => {
  run(): Promise<AddressInfo>
  logger: { silent: boolean }
  middleware: unknown[]
  httpServer: Server & { closeAllConnections(): void }
}

/** Its signature of a list leaves out the slash at the end of the path, which clients sign: of lists alone it accepts any. */
function acceptLists(context: { path: string; app: object }, next: () => Promise<void>): Promise<void> {
  if (context.path === `/${BUCKET}/`)
    Object.defineProperty(context, 'app', { value: Object.create(context.app, { allowMismatchedSignatures: { value: true } }) })
  return next()
}

export type TestS3 = {
  settings: S3Settings
  /** The names of the stored objects, without folders. */
  files(): Promise<string[]>
  /** Ends the server; its files stay. */
  stop(): Promise<void>
  /** Starts it again at the same address. */
  start(): Promise<void>
  close(): Promise<void>
}

export async function openTestS3(): Promise<TestS3> {
  const directory = await mkdtemp(path.join(tmpdir(), 'gateway-s3-'))
  let port = 0
  const open = async () => {
    const server = new S3rver({ port, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: BUCKET }] })
    server.middleware.unshift(acceptLists)
    server.logger.silent = true // the option `silent` is for requests only
    ;({ port } = await server.run())
    return server
  }
  let server: Awaited<ReturnType<typeof open>> | undefined = await open()
  async function stop(): Promise<void> {
    const stopped = server?.httpServer
    server = undefined
    if (!stopped) return
    const closed = new Promise((resolve) => stopped.close(resolve))
    stopped.closeAllConnections()
    await closed
  }
  return {
    settings: {
      bucket: BUCKET,
      prefix: 'a shop/',
      region: 'ap-south-1',
      endpoint: `http://127.0.0.1:${port}`,
      pathStyle: true,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    async files() {
      const entries = await readdir(path.join(directory, BUCKET), { recursive: true, withFileTypes: true })
      return entries.filter((one) => one.isFile() && one.name.endsWith('._S3rver_object')).map(({ name }) => name.slice(0, 36))
    },
    stop,
    async start() {
      server = await open()
    },
    async close() {
      await stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
