/**
 * Exchanges an API key, at the door, for a short-lived token of the key's account (docs/decisions/0117-api-keys.md). Behind it every
 * service, also one that a project answers, sees a signed-in user, and no service, setting of a transaction or log sees the key.
 */
import { createHash } from 'node:crypto'
import { memoryTries } from '#postgres/tries/memory-tries.ts'
import { limitedNetwork } from '../core/client-network.ts'
import { createFairShare, ShareExceeded } from '../core/fair-share.ts'
import { signJwt } from '../core/jwt.ts'
import { Lru } from '../core/lru.ts'
import type { ApiKeyOptions, FoundKey } from './options.ts'
import { refuseKey } from './refuse-key.ts'
import { isFromBrowser, NOT_HERE, sentKey } from './sent-key.ts'

/** `account` is null if the request carries no key. */
export type Exchanged = { request: Request; account: string | null } | { refusal: Response }
export type ExchangeKey = (service: string, request: Request, remoteAddress: string | null) => Promise<Exchanged>

const OPEN = new Set(['rest', 'storage', 'functions'])
/** Seconds. A token never leaves the services, which ask for it once; a key is looked up for each request. */
const TOKEN_LIFE = 60
/** Seconds for which the same token is used again: signing and verifying one costs more than the lookup. */
const TOKEN_REUSE = 30
const MAX_KNOWN = 1000
/** Milliseconds for which a refused key is refused from memory: a script with an old key costs one lookup, and counts once. */
const REFUSED = 60_000
/** Lookups at once, in total and of one key: they share the few connections for counts of tries with sign-ins. */
const SHARE = { total: 2, perKey: 2, waiting: 500, waitingPerKey: 60, longestWait: 5000 }

const PROBLEMS = { UNKNOWN: 'Unknown API key', REVOKED: 'This API key was revoked', EXPIRED: 'This API key has expired' }
const UNAVAILABLE = 'API keys do not work on this server: it does not know the secret with which its Supabase project signs tokens'

export function createKeyExchange(options: ApiKeyOptions, publishableKey: string, now: () => Date): ExchangeKey {
  const { prefix, form, find, signing } = options
  const share = createFairShare(SHARE)
  const tries = memoryTries(now)
  // Digests that were good lately: they are asked about even when others of their network sent too many unknown ones.
  const good = new Lru<string, true>(MAX_KNOWN)
  const bad = new Lru<string, { found: FoundKey; until: number }>(MAX_KNOWN)
  const tokens = new Lru<string, { token: string; until: number }>(MAX_KNOWN)

  function tokenOf(account: string, expiresAt: Date | null, { secret, issuer }: NonNullable<ApiKeyOptions['signing']>): string {
    const time = Math.floor(now().getTime() / 1000)
    const known = tokens.get(account)
    if (known && time < known.until) return known.token
    const end = expiresAt === null ? Infinity : Math.floor(expiresAt.getTime() / 1000)
    const exp = Math.min(time + TOKEN_LIFE, end)
    // No session: what a signed-in person does with theirs, such as entering a second factor, a key never can.
    const claims = { iss: issuer, sub: account, aud: 'authenticated', role: 'authenticated', iat: time, exp, email: '', phone: '', is_anonymous: false }
    const token = signJwt({ ...claims, app_metadata: { provider: 'api_key' }, user_metadata: {}, aal: 'aal1' }, secret)
    tokens.set(account, { token, until: Math.min(time + TOKEN_REUSE, end) })
    return token
  }

  /** Lookups under way, by digest and network: many requests at once of a program that starts are one. */
  const asking = new Map<string, Promise<FoundKey | number>>()

  /** @returns seconds to wait if the network sent too many unknown keys */
  function lookUp(key: string, network: string | null): Promise<FoundKey | number> {
    const digest = createHash('sha256').update(key).digest()
    const name = digest.toString('base64')
    const asked = `${name} ${network ?? ''}`
    const running = asking.get(asked) ?? ask(digest, name, network).finally(() => asking.delete(asked))
    asking.set(asked, running)
    return running
  }

  async function ask(digest: Buffer, name: string, network: string | null): Promise<FoundKey | number> {
    const refused = bad.get(name)
    if (refused && now().getTime() < refused.until) return refused.found
    const tried = ['apiKeyIp', network ?? ''] as const
    const counted = network !== null && good.get(name) === undefined
    const full = counted ? await tries.count([tried]) : null
    if (full) return full.seconds
    let found: FoundKey | undefined
    try {
      found = await share.run(name, () => find(digest))
    } finally {
      // Only unknown keys count: not one that is good, nor a database that does not answer.
      if (counted && (found === undefined || found.problem === null)) await tries.forget([tried])
    }
    if (found.problem === null) {
      good.set(name, true)
    } else {
      good.delete(name)
      bad.set(name, { found, until: now().getTime() + REFUSED })
    }
    return found
  }

  return async (service, request, remoteAddress) => {
    const refuse = (message: string): Exchanged => ({ refusal: refuseKey(service, { status: 401, message }, request) })
    const sent = sentKey(request, prefix)
    if (sent.kind === 'none') return { request, account: null }
    if (isFromBrowser(request)) return refuse('Forbidden use of an API key in a browser')
    if (sent.kind === 'misplaced') return refuse(sent.message)
    if (!OPEN.has(service)) return refuse(NOT_HERE)
    if (!form.test(sent.key)) return refuse(PROBLEMS.UNKNOWN)
    if (signing === null) return refuse(UNAVAILABLE)
    try {
      const found = await lookUp(sent.key, limitedNetwork(remoteAddress))
      if (typeof found === 'number') {
        return { refusal: refuseKey(service, { status: 429, message: 'Too many unknown API keys: try again later', retryAfter: found }, request) }
      }
      if (found.problem !== null) return refuse(PROBLEMS[found.problem])
      return { request: withToken(request, tokenOf(found.account, found.expiresAt, signing), publishableKey), account: found.account }
    } catch (error) {
      if (!(error instanceof ShareExceeded)) throw error
      return {
        refusal: refuseKey(service, { status: 503, message: 'Too many requests at once: try again in a moment', retryAfter: error.retryAfter }, request),
      }
    }
  }
}

/** The same request from the account of the key. */
function withToken({ url, method, headers: sent, signal, body }: Request, token: string, publishableKey: string): Request {
  const headers = new Headers(sent)
  headers.set('authorization', `Bearer ${token}`)
  headers.set('apikey', publishableKey)
  const init: RequestInit & { duplex: 'half' } = { method, headers, signal, body, duplex: 'half' }
  return new Request(url, init)
}
