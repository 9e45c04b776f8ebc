/** Serves the built client files from memory, as the build has compressed them: they are few, and their names contain a content hash. */
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { compress, decompress, type Encoding } from './compression.ts'
import { COMPRESSED, isSentCompressed, isTextFile, SMALLEST } from './compressed-files.ts'
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
export type StaticFiles = { find(pathname: string, encoding: Encoding): CachedAnswer | undefined }

function policyOf(page: Buffer): Record<string, string> {
  return securityHeadersWith(null, inlineScriptHashes(page))
}

export async function loadStaticFiles(root = BUILT): Promise<StaticFiles> {
  const names = await readdir(root, { recursive: true, withFileTypes: true })
  /** Each file as it is on the disk: most texts only as `name.br`. */
  const files = new Map<string, { body: Buffer; encoding: Encoding }>()
  const found = new Set(names.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name)))
  for (const file of found) {
    if (found.has(file + COMPRESSED)) continue
    const name = `/${path.relative(root, file).split(path.sep).join('/')}`
    const body = await readFile(file)
    if (name.endsWith(COMPRESSED)) files.set(name.slice(0, -COMPRESSED.length), { body, encoding: 'br' })
    else files.set(name, { body, encoding: 'identity' })
  }
  const plain = ({ body, encoding }: { body: Buffer; encoding: Encoding }): Buffer => decompress(body, encoding)
  const policies = new Map([...files].filter(([name]) => name.endsWith('.html')).map(([name, file]) => [name, policyOf(plain(file))]))
  const others = new Map<string, Buffer>()
  return {
    find(pathname, wanted) {
      const file = files.get(pathname)
      if (!file) return undefined
      const extension = path.extname(pathname)
      const encoding = file.encoding === 'br' || isSentCompressed(pathname, file.body.length) ? wanted : 'identity'
      const key = `${encoding} ${pathname}`
      let bytes = file.encoding === encoding ? file.body : others.get(key)
      if (!bytes) others.set(key, (bytes = compress(plain(file), encoding, SMALLEST[encoding])))
      return {
        status: 200,
        headers: {
          'content-type': types[extension] ?? 'application/octet-stream',
          // Names under /assets contain a content hash; other files are revalidated.
          'cache-control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
          ...(policies.get(pathname) ?? { 'x-content-type-options': 'nosniff' }),
          ...(isTextFile(pathname) ? { vary: 'accept-encoding' } : {}),
          ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
        },
        body: bytes,
      }
    },
  }
}
