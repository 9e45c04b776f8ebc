/** One address of the sitemap. `path` may be percent-encoded already, wholly or in part. `lastmod` is an ISO time. */
export type SitemapEntry = { path: string; lastmod?: string | null }

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

export function xmlText(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

function element(kind: 'url' | 'sitemap', origin: string, { path, lastmod }: SitemapEntry): string {
  const changed = lastmod ? `<lastmod>${new Date(lastmod).toISOString()}</lastmod>` : ''
  return `<${kind}><loc>${xmlText(new URL(path, origin).href)}</loc>${changed}</${kind}>\n`
}

/** A sitemap file, streamed: one batch is written while the next is read. */
export function sitemapStream(kind: 'urlset' | 'sitemapindex', origin: string, batches: AsyncIterable<SitemapEntry[]>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const write = async function* (): AsyncGenerator<Uint8Array> {
    yield encoder.encode(`<?xml version="1.0" encoding="UTF-8"?>\n<${kind} xmlns="${NAMESPACE}">\n`)
    for await (const batch of batches) yield encoder.encode(batch.map((entry) => element(kind === 'urlset' ? 'url' : 'sitemap', origin, entry)).join(''))
    yield encoder.encode(`</${kind}>\n`)
  }
  const chunks = write()
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next()
      if (next.done) controller.close()
      else controller.enqueue(next.value)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
}
