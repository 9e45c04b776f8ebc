/** What an application gives to the gateway so that its own keys work beside those of the Supabase API. */

export type FoundKey =
  | { account: string; problem: null; expiresAt: Date | null }
  /** `account` null: there is no such key. */
  | { account: string | null; problem: 'UNKNOWN' | 'REVOKED' | 'EXPIRED' }

export type ApiKeyOptions = {
  /** How each key begins; no other kind of key or token begins like it. */
  prefix: string
  /** Of a whole key. What begins with the prefix and does not match is refused without a look into the database. */
  form: RegExp
  /** Asked for each request, so that a revoked key ends at once in all processes. @param digest SHA-256 of the key */
  find(digest: Buffer): Promise<FoundKey>
  /** Signs the tokens for which keys are exchanged. Null: no secret is known that the services accept, and keys are refused. */
  signing: { secret: string; issuer: string } | null
}
