/** GET /metrics, for a scraper that sends the token of the settings. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Metrics } from './metrics.ts'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** @param authorization the header that the client sent; 401 unless it is `Bearer` and the token */
export async function answerMetrics(authorization: string | undefined, { shown, token }: { shown: Metrics; token: string }): Promise<Response> {
  const headers = { 'cache-control': 'no-store' }
  // Compared as digests: neither the length of the token nor its beginning shows in the time that the answer takes.
  if (!timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`))) {
    return new Response('The token of METRICS_TOKEN is missing.', { status: 401, headers: { ...headers, 'www-authenticate': 'Bearer' } })
  }
  return new Response(await shown.text(), { headers: { ...headers, 'content-type': shown.contentType } })
}
