/** What an attacker knows of the shop: its public key, a customer's token, and the names of tables, functions and services. */
export type Target = {
  port: number
  publishableKey: string
  customerToken: string
  tables: { name: string; columns: string[] }[]
  procedures: { name: string; args: string[] }[]
  productPaths: string[]
}

/** One run: how many requests, over how many connections at once, from which seed. */
export type Attack = { target: Target; requests: number; connections: number; seed: number }

/** The result of a run. Samples are the first requests of each kind, for repeating the attack. */
export type Outcome = {
  sent: number
  answered: number
  /** Requests without an answer because the connection ended: the shop may close it on bytes that are not a complete HTTP request. */
  closed: number
  timeouts: number
  statuses: Record<string, number>
  /** 5xx answers other than a 503 with Retry-After and the 501 of parts that are not built; kinds are status, method and path. */
  errors: { count: number; kinds: Record<string, number>; samples: string[] }
  timeoutSamples: string[]
}

/** Fifty client networks (RFC 5737 and RFC 3849 addresses) as the trusted proxy would report them. */
export const NETWORKS: readonly string[] = [
  ...Array.from({ length: 40 }, (_, place) => `198.51.100.${place + 1}`),
  ...Array.from({ length: 10 }, (_, place) => `2001:db8:${place + 1}::7`),
]

/** The network of the ordinary customer. */
export const BUYER_NETWORK = '203.0.113.9'
