/**
 * All limits that count tries in a window of time, for a shop as a whole. Limits of one account over days are rows of
 * private.limits; what one process can carry (sockets, connections, places in a queue) is bounded where it is used.
 */

/** At most `times` per key within `seconds`. */
export type Limit = { times: number; seconds: number }

export const LIMITS = {
  /** One mail per address, registered or not: otherwise the response reveals who has an account. */
  mail: { times: 1, seconds: 60 },
  /** Failed passwords and codes per account and network, per device, per session. */
  attempt: { times: 10, seconds: 300 },
  /** Failed passwords per account across all networks. */
  attemptAnywhere: { times: 60, seconds: 900 },
  /** Notifications to an account owner about attempts by others. */
  notice: { times: 1, seconds: 24 * 3600 },
  /** Requested email changes per account. */
  emailChange: { times: 10, seconds: 3600 },
  /** Password changes per account: each costs up to three hashes. */
  passwordChange: { times: 15, seconds: 900 },
  /** Metadata changes per account: each writes an audit log row, retained for months. */
  metadataChange: { times: 60, seconds: 900 },
  signInIp: { times: 30, seconds: 300 },
  signUpIp: { times: 30, seconds: 300 },
  mailIp: { times: 30, seconds: 300 },
  verifyIp: { times: 60, seconds: 300 },
  refreshIp: { times: 300, seconds: 300 },
  /** Unknown API keys per network: each is a lookup. */
  apiKeyIp: { times: 30, seconds: 300 },
  /** Questions about a payment per account: a waiting screen asks about twelve times a minute; this allows several open screens. */
  paymentQuestion: { times: 40, seconds: 60 },
} satisfies Record<string, Limit>
export type LimitName = keyof typeof LIMITS

/** A try by an account, a network, a session or an address. */
export type Try = readonly [name: LimitName, key: string]
/** The try whose limit is reached, and the seconds until it is free again. */
export type Full = { name: LimitName; seconds: number }

export type Tries = {
  /** Counts each of the tries, at most eight, or none of them when a limit is reached; null: counted. */
  count(tries: readonly Try[]): Promise<Full | null>
  /** Takes one count of each of `undone` back, and forgets all counts of `forgotten`. */
  forget(undone: readonly Try[], forgotten?: readonly Try[]): Promise<void>
}
