/** Sends one event: to the checked address alone, without following redirects, within bounds of time and size (decision 116). */
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import type { HostLocator } from '../network/host-locator.ts'
import { pinnedLookup } from '../network/pinned-lookup.ts'
import { signWebhook } from './standard-webhook.ts'

export type WebhookCall = { url: string; secrets: readonly Buffer[]; id: string; body: string }
/** `error` null: it was taken. A short text without anything that the receiver said. */
export type CallResult = { status: number | null; error: string | null }

/** Milliseconds for a whole call. */
const LONGEST = 10_000
/** Bytes of an answer that are read and thrown away; the connection ends after them. */
const MOST_ANSWER = 64 * 1024

const resultOf = (status: number): CallResult => ({
  status,
  error: status >= 200 && status < 300 ? null : status >= 300 && status < 400 ? 'It answered with a redirect' : `It answered ${status}`,
})

/** Never rejects. @param signal ends it when the server closes */
export async function postEvent(call: WebhookCall, locate: HostLocator, signal: AbortSignal, now = () => Date.now(), longest = LONGEST): Promise<CallResult> {
  const clock = AbortSignal.timeout(longest)
  let status: number | null = null
  try {
    const url = new URL(call.url)
    const checked = await Promise.race([locate(url.hostname.replace(/^\[|\]$/g, '')), aborted(clock)])
    if (checked === null) return { status: null, error: 'Its address is inside the network of the shop' }
    const lookup = pinnedLookup(checked)
    const seconds = Math.floor(now() / 1000)
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(call.body),
      'user-agent': 'shop webhooks',
      'webhook-id': call.id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signWebhook(call.secrets, call.id, seconds, call.body),
    }
    return await new Promise<CallResult>((resolve, reject) => {
      const options = { method: 'POST', agent: false, headers, signal: AbortSignal.any([signal, clock]), ...(lookup ? { lookup } : {}) } as const
      const request = (url.protocol === 'https:' ? overHttps : overHttp)(url, options, (response) => {
        status = response.statusCode ?? 0
        const result = resultOf(status)
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > MOST_ANSWER) response.destroy()
        })
        response.on('error', () => resolve(result))
        response.on('close', () => resolve(result))
      })
      request.on('error', reject)
      request.end(call.body)
    })
  } catch (error) {
    if (clock.aborted) return { status, error: 'It did not answer in time' }
    const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
    return { status, error: `It cannot be reached: ${code}`.slice(0, 100) }
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('The time is over')), { once: true }))
