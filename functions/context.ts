import type { Query } from '#postgres/statement.ts'
import type { Courier } from './couriers/courier.ts'

/** The services for Razorpay payments, used by functions and scheduled jobs. */
export type PaymentContext = {
  /** Runs one transaction as the login `shop_payments`, which may only call the functions granted to it. */
  asPaymentService<T>(work: (query: Query) => Promise<T>): Promise<T>
  /** `url`: Razorpay's API, without a path. `checkoutUrl`: the script of its payment window. */
  razorpay: { url: string; checkoutUrl: string }
  log(level: 'info' | 'warn' | 'error', message: string, data?: unknown): void
}

/** A logo as the shop stores it: PNG in two sizes; `width` and `height` of the larger one, in pixels. */
export type LogoPicture = { png: Uint8Array; small: Uint8Array; width: number; height: number }
export type LogoRefusal = { refused: 'NOT_A_PICTURE' | 'TOO_SMALL' | 'WRONG_SHAPE' }

/** The area of the file store that holds the files of issued documents. No client reaches it: /storage/v1 serves another one. */
export type DocumentFiles = {
  /** False: new files stay in the database, because a Supabase project keeps the shop's files. */
  takesNew: boolean
  /** Null if the file is missing or has another size. @throws PdfWorkerError while the store cannot be reached */
  read(version: string, size: number): Promise<Uint8Array | null>
  /** Durable once it has resolved. */
  write(version: string, bytes: Uint8Array): Promise<void>
  /** A missing file is no error. */
  remove(version: string): Promise<void>
}

/**
 * The services of a server function, provided by the composition root: functions have no pool, environment or clock of their own.
 */
export type FunctionContext = PaymentContext & {
  /** From the verified token, never from the body. Null: signed out. */
  user: { id: string; email: string } | null
  /** The caller's network, for limits per client; null for loopback, which is exempt (docs/rules.md#limits-per-client). Store only its hash. */
  clientNetwork: string | null
  /** Runs one transaction under the caller's role and row-level security. */
  asUser<T>(work: (query: Query) => Promise<T>): Promise<T>
  /** Runs one transaction as the login `shop_orders`, which has few grants (docs/rules.md#placing-an-order). */
  asOrderService<T>(work: (query: Query) => Promise<T>): Promise<T>
  /**
   * Verifies a password by the auth service, under its rate limits, without leaving a session.
   *
   * @returns null for a wrong password
   */
  provePassword(email: string, password: string): Promise<{ userId: string } | 'too-many' | null>
  /** Counts a question about a payment for the account, in all processes of the shop together; false: too many lately. */
  mayAskPayment(account: string): Promise<boolean>
  /** Renders a document within the concurrency limits per account and network. Throws PdfWorkerError beyond them, without rendering. */
  inDocumentShare<T>(render: () => Promise<T>): Promise<T>
  /**
   * Mails a one-time link that opens a new account and redirects to `path`. The link appears in no response and no log.
   *
   * @returns false if no mail was sent
   */
  inviteAccount(email: string, path: string): Promise<boolean>
  /** The cookie with which the server renders a closed shop for this person until the session ends, at most for a week. */
  signPreview(by: string, session: string): string
  /** False for a mail host in this machine's own network, unless MAIL_INNER_HOSTS allows it: the setting must not probe internal hosts. */
  isMailHostAllowed(host: string): Promise<boolean>
  /** Whether this server can honour API keys: it cannot on a Supabase project whose signing secret it does not know. */
  apiKeysWork: boolean
  /** The courier that the shop is connected to; null: tracking numbers are entered by hand. */
  courier: Courier | null
  /** Checks an uploaded logo and prepares it for the shop. */
  readLogo(bytes: Uint8Array): Promise<LogoPicture | LogoRefusal>
  /** A customer's photo as the shop stores it: JPEG, encoded again; null when the file is no picture. */
  readPhoto(bytes: Uint8Array): Promise<Uint8Array | null>
  storage: {
    put(bucket: string, key: string, bytes: Uint8Array, contentType: string): Promise<void>
    remove(bucket: string, keys: string[]): Promise<void>
    signedUrl(bucket: string, key: string, seconds: number): Promise<string>
  }
  documentFiles: DocumentFiles
  now(): Date
}

export type ShopFunction = (request: Request, context: FunctionContext) => Promise<Response>
