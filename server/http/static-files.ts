/** Serves the built client files from memory, compressed once: they are few, and their names contain a content hash. */
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { compress, type Encoding } from './compression.ts'
import type { CachedAnswer } from '../cache/response-cache.ts'
import { inlineScriptHashes } from './inline-scripts.ts'
import { securityHeadersWith } from './security-headers.ts'

const BUILT = path.resolve(import.meta.dirname, '../../build/client')

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
}
const worthCompressing = new Set(['.js', '.css', '.html', '.json', '.webmanifest', '.svg', '.txt'])

export type StaticFiles = { find(pathname: string, encoding: Encoding): CachedAnswer | undefined }

function policyOf(page: Buffer): Record<string, string> {
  return securityHeadersWith(null, inlineScriptHashes(page))
}

export async function loadStaticFiles(root = BUILT): Promise<StaticFiles> {
  const names = await readdir(root, { recursive: true, withFileTypes: true })
  const files = new Map<string, Buffer>()
  for (const entry of names.filter((one) => one.isFile())) {
    const file = path.join(entry.parentPath, entry.name)
    files.set(`/${path.relative(root, file).split(path.sep).join('/')}`, await readFile(file))
  }
  const policies = new Map([...files].filter(([name]) => name.endsWith('.html')).map(([name, page]) => [name, policyOf(page)]))
  const compressed = new Map<string, Buffer>()
  return {
    find(pathname, wanted) {
      const body = files.get(pathname)
      if (!body) return undefined
      const extension = path.extname(pathname)
      const encoding = worthCompressing.has(extension) && body.length > 512 ? wanted : 'identity'
      const key = `${encoding} ${pathname}`
      let bytes = compressed.get(key)
      if (!bytes) compressed.set(key, (bytes = compress(body, encoding, encoding === 'br' ? 11 : 9)))
      return {
        status: 200,
        headers: {
          'content-type': types[extension] ?? 'application/octet-stream',
          // Names under /assets contain a content hash; other files are revalidated.
          'cache-control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
          ...(policies.get(pathname) ?? { 'x-content-type-options': 'nosniff' }),
          ...(worthCompressing.has(extension) ? { vary: 'accept-encoding' } : {}),
          ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
        },
        body: bytes,
      }
    },
  }
}
