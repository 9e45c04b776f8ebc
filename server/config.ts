/** The only reader of the environment. A bad value stops the start with one sentence. */
import path from 'node:path'
import * as v from 'valibot'
import { COURIER_KINDS } from '#functions/couriers/open-courier.ts'
import type { CourierSettings } from '#functions/couriers/open-courier.ts'
import { isEmail } from '#domain/addresses/shipping.ts'
import type { DemoSize } from '#supabase/seed/load-context.ts'
import { databaseSchema, poolerOf, type Pooler } from './database/pooler-settings.ts'
import type { TrustedProxy } from './http/client-address.ts'
import type { TracingSettings } from './observe/tracing.ts'
import type { RequestLogMode } from './http/request-log.ts'
import type { GivenKeys } from './keys.ts'
import { webhookAddress, webhookOf, webhookSecrets, type WebhookSettings } from './webhooks/webhook-settings.ts'
import { isKeyOf, supabaseProjectOf, UPSTREAM_SERVICES, type SupabaseProject } from './supabase-project.ts'
import { DEFAULT_CONNECTIONS, FEWEST_CONNECTIONS, MOST_CONNECTIONS } from './database/connection-budget.ts'
import { MAIL_WORKERS, MOST_MAIL_WORKERS } from './mail/mail-workers.ts'
import { storageOf, storageSchema, type StorageSettings } from './storage/storage-settings.ts'
import { backupOf, backupSchema, type BackupSettings } from './backup/backup-settings.ts'

/** An invalid setting, described in one sentence; the start ends with exit code 2. */
export class ConfigError extends Error {}

const flag = (fallback: boolean) =>
  v.pipe(
    v.optional(v.picklist(['0', '1', 'true', 'false'], 'must be 0 or 1'), fallback ? '1' : '0'),
    v.transform((text) => text === '1' || text === 'true'),
  )
/** How much of the demo an empty shop is filled with; undefined: nothing. */
const DEMO_SIZES = { '1': 'full', true: 'full', small: 'small', '0': undefined, false: undefined } as const
const demoSize = v.pipe(
  v.optional(v.picklist(['0', '1', 'false', 'true', 'small'], 'must be 0, 1 or small'), '1'),
  v.transform((text) => DEMO_SIZES[text]),
)
const wholeNumber = (low: number, high: number, fallback: number) =>
  v.pipe(
    v.optional(v.pipe(v.string(), v.regex(/^\d+$/, `must be a whole number from ${low} to ${high}`)), String(fallback)),
    v.transform(Number),
    v.minValue(low, `must be a whole number from ${low} to ${high}`),
    v.maxValue(high, `must be a whole number from ${low} to ${high}`),
  )
const address = (protocols: RegExp, what: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(protocols, `must be ${what}`),
      v.check((text) => URL.canParse(text), `must be ${what}`),
    ),
  )
const ORIGIN = 'must be an origin such as https://shop.example'
const origin = v.optional(
  v.pipe(
    v.string(),
    v.check((text) => /^https?:\/\/[^/?#@\s]+$/i.test(text) && URL.canParse(text), ORIGIN),
    // Normalised as browsers send it: lower case, without the default port.
    v.transform((text) => new URL(text).origin),
  ),
)

/** Keys and payments are sent to it: without encryption only on this machine, where a fake may run. */
const PROVIDER_ADDRESS = 'must be an https:// address'
const providerAddress = v.optional(
  v.pipe(
    v.string(),
    v.check((text) => /^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?(\/|$))/i.test(text) && URL.canParse(text), PROVIDER_ADDRESS),
    v.transform((text) => text.replace(/(?<!\/)\/+$/, '')),
  ),
)

const supabaseKey = (kind: 'publishable' | 'secret', sentence: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.check((key) => isKeyOf(key, kind), sentence),
    ),
  )
const upstreamServices = v.optional(
  v.pipe(
    v.string(),
    v.transform((text) => text.split(',').map((name) => name.trim())),
    v.array(v.picklist(UPSTREAM_SERVICES, `must list some of ${UPSTREAM_SERVICES.join(', ')}`)),
  ),
)

/** While a key changes: the new one, and after a comma those that are accepted too. */
const keyList = (key: v.GenericSchema<string, string>) =>
  v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((one) => one.trim())),
      v.array(key),
      v.maxLength(4, 'must have at most four values'),
    ),
  )

const schema = v.object({
  PORT: wholeNumber(1, 65_535, 3000),
  HOST: v.optional(v.pipe(v.string(), v.minLength(1, 'must be an address to listen on')), '127.0.0.1'),
  DATA_DIR: v.optional(v.pipe(v.string(), v.minLength(1, 'must be a folder')), '.data'),
  STORAGE_DIR: v.optional(v.pipe(v.string(), v.minLength(1, 'must be a folder'))),
  ...storageSchema,
  ...backupSchema,
  DEMO: demoSize,
  SITE_URL: origin,
  ...databaseSchema,
  DATABASE_CONNECTIONS: wholeNumber(FEWEST_CONNECTIONS, MOST_CONNECTIONS, DEFAULT_CONNECTIONS),
  SUPABASE_URL: providerAddress,
  SUPABASE_PUBLISHABLE_KEY: supabaseKey('publishable', 'must be the publishable key of the project, or its key anon'),
  SUPABASE_SECRET_KEY: supabaseKey('secret', 'must be the secret key of the project, or its key service_role'),
  SUPABASE_ISSUER: address(/^https?:\/\//, 'an https:// address'),
  UPSTREAM: upstreamServices,
  SEND_EMAIL_HOOK_SECRET: webhookSecrets('must be v1,whsec_… as the project shows it'),
  JWT_SECRET: keyList(v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'))),
  DATA_KEY: keyList(v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'))),
  PUBLISHABLE_KEY: keyList(v.pipe(v.string(), v.regex(/^sb_publishable_[\w-]{20,80}$/, 'must begin with sb_publishable_'))),
  SECRET_KEY: keyList(v.pipe(v.string(), v.regex(/^sb_secret_[\w-]{20,80}$/, 'must begin with sb_secret_'))),
  TAKE_OVER_DATABASE: flag(false),
  MIGRATE: flag(true),
  SMTP_URL: address(/^smtps?:\/\//, 'an smtp:// or smtps:// address'),
  MAIL_FROM: v.optional(v.pipe(v.string(), v.includes('@', 'must be an email address'))),
  ADMIN_EMAIL: v.optional(v.pipe(v.string(), v.trim(), v.toLowerCase(), v.check(isEmail, 'must be an email address'))),
  MAIL_INNER_HOSTS: flag(false),
  MAIL_WORKERS: wholeNumber(1, MOST_MAIL_WORKERS, MAIL_WORKERS),
  WEBHOOK_URL: webhookAddress,
  WEBHOOK_SECRET: webhookSecrets('must be whsec_ and 24 to 64 random bytes as base64'),
  WEBHOOK_INNER_HOSTS: flag(false),
  TRUST_PROXY: v.optional(
    v.picklist(['x-forwarded-for', 'x-real-ip', 'cf-connecting-ip'], 'must name the header your proxy sets: x-forwarded-for, x-real-ip or cf-connecting-ip'),
  ),
  TRUSTED_HOPS: wholeNumber(1, 5, 1),
  RAZORPAY_URL: providerAddress,
  RAZORPAY_CHECKOUT_URL: providerAddress,
  COURIER: v.optional(v.picklist(COURIER_KINDS, `must be ${COURIER_KINDS.join(' or ')}`)),
  COURIER_NAME: v.optional(v.pipe(v.string(), v.maxLength(80, 'must have at most 80 characters'))),
  COURIER_URL: providerAddress,
  COURIER_KEY: v.optional(v.string()),
  DRAIN_SECONDS: wholeNumber(0, 60, 0),
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.regex(/^[\w.~+/=-]{16,200}$/, 'must have 16 to 200 letters, digits and . _ ~ + / = -'))),
  REQUEST_LOG: v.optional(v.picklist(['off', 'slow', 'all'], 'must be off, slow or all'), 'slow'),
  SLOW_STATEMENT: wholeNumber(10, 60_000, 500),
  OTEL_EXPORTER_OTLP_ENDPOINT: address(/^https?:\/\//, 'an http:// or https:// address'),
  OTEL_TRACES_SAMPLER_ARG: v.optional(v.pipe(v.string(), v.regex(/^(0(\.\d{1,6})?|1(\.0+)?)$/, 'must be a share from 0 to 1'), v.transform(Number)), '1'),
  LOG_LEVEL: v.optional(v.picklist(['info', 'warn', 'error'], 'must be info, warn or error'), 'warn'),
})

export type Config = {
  port: number
  host: string
  /** Absolute path of the folder for everything that the shop writes. */
  dataDir: string
  /** Absolute path of the folder for uploaded files, which all processes of a shop share, and for the sizes of pictures. */
  storageDir: string
  storage: StorageSettings
  backup: BackupSettings
  /** The demo that fills an empty shop; undefined: none. */
  demo: DemoSize | undefined
  /** Public origin without a trailing slash. */
  siteUrl: string
  /** Undefined: the embedded PostgreSQL. */
  databaseUrl: string | undefined
  /** A transaction pooler for requests, and whether it knows prepared statements; undefined: requests go straight to the database. */
  pooler: Pooler | undefined
  /** The most connections to the database that this process opens. */
  connections: number
  /** Keys that all processes of a shop share; undefined: those of DATA_DIR. */
  keys: GivenKeys | undefined
  /** Whether a database whose logins belong to other keys gets the passwords of these. */
  takesOver: boolean
  /** Whether a start applies the missing migrations; false: it only checks that there are none. */
  migrates: boolean
  /** The Supabase project that answers a part of the API; undefined: this server answers all of it. */
  supabase: SupabaseProject | undefined
  smtpUrl: string | undefined
  mailFrom: string | undefined
  /** The first owner's email address, for the bootstrap. */
  adminEmail: string | undefined
  /** Whether the back office may use a mail server on this machine or its network. */
  innerMailHosts: boolean
  /** mails that this process sends at once */
  mailWorkers: number
  /** Where events are sent, signed with each of the secrets; undefined: nowhere. */
  webhook: WebhookSettings | undefined
  /** Where the client's address is found; undefined without a proxy (docs/rules.md#limits-per-client). */
  trustProxy: TrustedProxy | undefined
  /** The URL of Razorpay's API without a trailing slash, and of the script of its payment window. */
  razorpay: { url: string; checkoutUrl: string }
  /** The courier that fetches parcels; undefined: tracking numbers are entered by hand. */
  courier: CourierSettings | undefined
  /** Milliseconds that the shop still serves after SIGTERM, while /ready makes load balancers go elsewhere. */
  drain: number
  /** What a scraper of /metrics sends; undefined: there is no /metrics. */
  metricsToken: string | undefined
  logLevel: 'info' | 'warn' | 'error'
  /** Which requests get a line in the log; slow: those that failed or took long. */
  requestLog: RequestLogMode
  /** Where traces go; undefined: nowhere. */
  tracing: TracingSettings | undefined
  /** Milliseconds from which on a statement of the database is logged. */
  slowStatement: number
  dev: boolean
}

/** A shop that is reachable by others, directly or through a proxy, must not be a demo, must send mails and must distinguish its clients. */
function checkOpenness({ HOST, SITE_URL, DEMO, SMTP_URL, TRUST_PROXY }: v.InferOutput<typeof schema>): void {
  const isListening = !isThisMachine(HOST)
  const isNamed = SITE_URL !== undefined && !isThisMachine(URL.parse(SITE_URL)?.hostname ?? '')
  if (!isListening && !isNamed) return
  const opens = isListening ? `HOST=${HOST} opens the shop to others` : `SITE_URL=${SITE_URL} opens the shop to others`
  if (DEMO) throw new ConfigError(`${opens}, and the passwords of the demo are public: set DEMO=0.`)
  if (!SMTP_URL) throw new ConfigError(`${opens}: set SMTP_URL, so that customers receive their mails.`)
  if (!isListening && !TRUST_PROXY) {
    throw new ConfigError(
      `${opens} through a proxy, for which all clients are one: set TRUST_PROXY to the header that names the client, such as x-forwarded-for.`,
    )
  }
}

function isThisMachine(host: string): boolean {
  return ['127.0.0.1', 'localhost', '::1', '[::1]'].includes(host) || host.endsWith('.localhost')
}

function courierOf({ COURIER, COURIER_NAME, COURIER_URL, COURIER_KEY }: v.InferOutput<typeof schema>): CourierSettings | undefined {
  if (!COURIER) return undefined
  if (!COURIER_URL || !COURIER_KEY) throw new ConfigError('COURIER is set: COURIER_URL and COURIER_KEY say where and how it is reached.')
  return { kind: COURIER, name: COURIER_NAME ?? 'Courier', url: COURIER_URL, key: COURIER_KEY }
}

function keysOf({ JWT_SECRET, DATA_KEY, PUBLISHABLE_KEY, SECRET_KEY }: v.InferOutput<typeof schema>): GivenKeys | undefined {
  const [signs, ...others] = JWT_SECRET ?? []
  if (signs) return { jwtSecrets: [signs, ...others], publishableKeys: PUBLISHABLE_KEY ?? [], secretKeys: SECRET_KEY ?? [], dataKeys: DATA_KEY ?? [] }
  if (PUBLISHABLE_KEY || SECRET_KEY) throw new ConfigError('PUBLISHABLE_KEY and SECRET_KEY are given together with JWT_SECRET, or not at all.')
  if (DATA_KEY) throw new ConfigError('DATA_KEY is given together with JWT_SECRET, or not at all.')
  return undefined
}

function supabaseOf(env: v.InferOutput<typeof schema>): SupabaseProject | undefined {
  const project = supabaseProjectOf({ ...env, JWT_SECRET: env.JWT_SECRET?.[0], PUBLISHABLE_KEY: env.PUBLISHABLE_KEY?.[0], SECRET_KEY: env.SECRET_KEY?.[0] })
  if (typeof project === 'string') throw new ConfigError(project)
  return project
}

/** @throws ConfigError naming the first invalid setting */
export function readConfig(environment: NodeJS.ProcessEnv, { dev }: { dev: boolean }): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  const result = v.safeParse(schema, given)
  if (!result.success) {
    const issue = result.issues[0]
    const name = (issue.path?.[0]?.key as string | undefined) ?? 'A setting'
    throw new ConfigError(`${name} ${issue.message}.`)
  }
  const env = result.output
  checkOpenness(env)
  const supabase = supabaseOf(env)
  const storage = storageOf(env)
  const pooler = poolerOf(env)
  const webhook = webhookOf(env)
  if (typeof webhook === 'string') throw new ConfigError(webhook)
  if (typeof pooler === 'string') throw new ConfigError(pooler)
  if (typeof storage === 'string') throw new ConfigError(storage)
  const backup = backupOf(env)
  if (typeof backup === 'string') throw new ConfigError(backup)
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: path.resolve(env.DATA_DIR),
    storageDir: path.resolve(env.STORAGE_DIR ?? path.join(env.DATA_DIR, 'storage')),
    storage,
    backup,
    demo: env.DEMO,
    siteUrl: env.SITE_URL ?? `http://localhost:${env.PORT}`,
    databaseUrl: env.DATABASE_URL,
    pooler,
    connections: env.DATABASE_CONNECTIONS,
    keys: keysOf(env),
    takesOver: env.TAKE_OVER_DATABASE,
    migrates: env.MIGRATE,
    supabase,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    adminEmail: env.ADMIN_EMAIL,
    innerMailHosts: env.MAIL_INNER_HOSTS,
    mailWorkers: env.MAIL_WORKERS,
    webhook,
    trustProxy: env.TRUST_PROXY && { header: env.TRUST_PROXY, hops: env.TRUSTED_HOPS },
    razorpay: {
      url: env.RAZORPAY_URL ?? 'https://api.razorpay.com',
      checkoutUrl: env.RAZORPAY_CHECKOUT_URL ?? 'https://checkout.razorpay.com/v1/checkout.js',
    },
    courier: courierOf(env),
    drain: env.DRAIN_SECONDS * 1000,
    metricsToken: env.METRICS_TOKEN,
    logLevel: env.LOG_LEVEL,
    requestLog: env.REQUEST_LOG,
    slowStatement: env.SLOW_STATEMENT,
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT ? { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, share: env.OTEL_TRACES_SAMPLER_ARG } : undefined,
    dev,
  }
}
