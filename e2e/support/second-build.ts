/** A proxy in front of the shop that can serve the service worker of another build: what a browser sees after a new version has started. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export type SecondBuild = {
  url: string
  /** From now on /service-worker.js is that of a build named `version`. */
  release(version: string): void
  close(): Promise<void>
}

export async function doorTo(shop: string): Promise<SecondBuild> {
  let released: string | undefined
  const { hostname, port } = new URL(shop)
  const server = createServer((asked, answer) => {
    const onward = request({ hostname, port, path: asked.url, method: asked.method, headers: { ...asked.headers, 'accept-encoding': 'identity' } }, (got) => {
      const version = asked.url === '/service-worker.js' ? released : undefined
      if (version === undefined) {
        answer.writeHead(got.statusCode ?? 502, got.headers)
        got.pipe(answer)
        return
      }
      const parts: Buffer[] = []
      got.on('data', (part: Buffer) => parts.push(part))
      got.on('end', () => {
        const code = Buffer.concat(parts)
          .toString()
          .replace(/version:([`'"])[0-9a-f]{12}\1|([`'"])[0-9a-f]{12}\2/g, (found) => found.replace(/[0-9a-f]{12}/, version))
        answer.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' })
        answer.end(code)
      })
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    release: (version) => (released = version),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
