import type { Query } from '#postgres/statement.ts'

/** What everything needs that deals with Razorpay, a function or the clock. */
export type PaymentDesk = {
  /** One transaction as the login `shop_payments`, which may call its listed functions and touches no table. */
  atPaymentDesk<T>(work: (query: Query) => Promise<T>): Promise<T>
  /** `url`: where Razorpay's API answers, without a path. `checkoutUrl`: the script of its payment window. */
  razorpay: { url: string; checkoutUrl: string }
  log(level: 'info' | 'warn' | 'error', message: string, data?: unknown): void
}

/**
 * What a shop function gets beside the request. The composition root fills it: a function knows no pool, no
 * environment and no clock of its own.
 */
export type FunctionContext = PaymentDesk & {
  /** From the verified token alone, never from the body. Null: signed out. */
  user: { id: string; email: string } | null
  /**
   * The caller's network, for limits per client; null for loopback, which is exempt (docs/rules.md#limits-per-client). Never
   * kept as it is.
   */
  clientNetwork: string | null
  /** One transaction under the caller's own role and row-level security. */
  asUser<T>(work: (query: Query) => Promise<T>): Promise<T>
  /**
   * One transaction as the login `shop_orders` with its listed grants (docs/rules.md#placing-an-order): never the owner, never
   * service_role.
   */
  asOrderDesk<T>(work: (query: Query) => Promise<T>): Promise<T>
  /**
   * Whose password this is, asked of the auth service under its limits per account. No session is left behind.
   *
   * @returns null: wrong
   */
  provePassword(email: string, password: string): Promise<{ userId: string } | 'too-many' | null>
  /**
   * Draws a document within what one customer may have drawn at once, by account and by network.
   *
   * Throws PressError where the caller has too much under way or waiting already; nothing was drawn then.
   */
  inDocumentShare<T>(draw: () => Promise<T>): Promise<T>
  /**
   * Has the auth service mail a one-time link to this address, which opens a new account and leads to `path`. The link stands in no
   * answer and no log.
   *
   * @returns false: no mail was sent
   */
  inviteAccount(email: string, path: string): Promise<boolean>
  /** False for a mail host inside this machine's own network, unless the shop was started to allow it: a setting must not probe what is behind the wall. */
  isMailHostAllowed(host: string): Promise<boolean>
  storage: {
    put(bucket: string, key: string, bytes: Uint8Array, contentType: string): Promise<void>
    signedUrl(bucket: string, key: string, seconds: number): Promise<string>
  }
  now(): Date
}

export type ShopFunction = (request: Request, context: FunctionContext) => Promise<Response>
