import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const read = (environment: Record<string, string> = {}) => readConfig(environment, { dev: false })

function refusal(environment: Record<string, string>): string {
  try {
    read(environment)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
  throw new Error(`It was not refused: ${JSON.stringify(environment)}`)
}

test('the default is a demo shop on loopback with everything under .data', () => {
  expect(read()).toEqual({
    port: 3000,
    host: '127.0.0.1',
    innerMailHosts: false,
    mailWorkers: 2,
    webhook: undefined,
    dataDir: path.resolve('.data'),
    storageDir: path.resolve('.data/storage'),
    storage: { place: 'folder', old: undefined },
    backup: { to: undefined, publicKeys: [], every: 86_400_000, keep: { days: 7, weeks: 4, months: 12 }, s3: { S3_REGION: 'ap-south-1' } },
    demo: 'full',
    siteUrl: 'http://localhost:3000',
    databaseUrl: undefined,
    pooler: undefined,
    connections: 69,
    keys: undefined,
    takesOver: false,
    migrates: true,
    smtpUrl: undefined,
    mailFrom: undefined,
    trustProxy: undefined,
    razorpay: { url: 'https://api.razorpay.com', checkoutUrl: 'https://checkout.razorpay.com/v1/checkout.js' },
    drain: 0,
    logLevel: 'warn',
    requestLog: 'slow',
    slowStatement: 500,
    tracing: undefined,
    dev: false,
  })
})

test('every setting is read', () => {
  const settings = {
    PORT: '8080',
    HOST: '0.0.0.0',
    DATA_DIR: '/srv/shop',
    STORAGE_DIR: '/mnt/files',
    STORAGE_URL: 's3://shop-files/pictures',
    STORAGE_OLD_URL: 'folder',
    S3_ENDPOINT: 'https://s3.example',
    S3_REGION: 'eu-west-1',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
    DEMO: '0',
    SITE_URL: 'https://shop.example',
    DATABASE_URL: 'postgresql://owner:secret@db.example:5433/shop',
    DATABASE_POOL_URL: 'postgresql://db.example:6432/shop',
    PREPARED_STATEMENTS: 'on',
    DATABASE_CONNECTIONS: '30',
    JWT_SECRET: 'a-secret-of-more-than-32-characters',
    PUBLISHABLE_KEY: 'sb_publishable_0123456789abcdefghij',
    SECRET_KEY: 'sb_secret_0123456789abcdefghij',
    TAKE_OVER_DATABASE: '1',
    MIGRATE: '0',
    SMTP_URL: 'smtps://user:secret@mail.example',
    MAIL_WORKERS: '6',
    MAIL_FROM: 'Shringar <orders@shop.example>',
    TRUST_PROXY: 'x-forwarded-for',
    TRUSTED_HOPS: '2',
    RAZORPAY_URL: 'http://127.0.0.1:4101/',
    RAZORPAY_CHECKOUT_URL: 'https://pay.example/checkout.js',
    DRAIN_SECONDS: '5',
    LOG_LEVEL: 'info',
    REQUEST_LOG: 'all',
    SLOW_STATEMENT: '250',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example:4318',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
    BACKUP_TO: 's3://copies/shop',
    BACKUP_PUBLIC_KEY: `age1${'q'.repeat(58)}`,
    BACKUP_EVERY: '6',
    BACKUP_KEEP: '3,2,1',
    BACKUP_S3_REGION: 'eu-west-2',
    BACKUP_S3_ACCESS_KEY_ID: 'other id',
    BACKUP_S3_SECRET_ACCESS_KEY: 'other secret',
  }
  expect(readConfig(settings, { dev: true })).toEqual({
    port: 8080,
    host: '0.0.0.0',
    innerMailHosts: false,
    mailWorkers: 6,
    webhook: undefined,
    dataDir: '/srv/shop',
    storageDir: '/mnt/files',
    storage: {
      place: {
        bucket: 'shop-files',
        prefix: 'pictures/',
        region: 'eu-west-1',
        endpoint: 'https://s3.example',
        pathStyle: true,
        credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      },
      old: 'folder',
    },
    backup: {
      to: {
        s3: {
          bucket: 'copies',
          prefix: 'shop/',
          region: 'eu-west-2',
          endpoint: undefined,
          pathStyle: false,
          credentials: { accessKeyId: 'other id', secretAccessKey: 'other secret' },
        },
      },
      publicKeys: [settings.BACKUP_PUBLIC_KEY],
      every: 21_600_000,
      keep: { days: 3, weeks: 2, months: 1 },
      s3: { S3_REGION: 'eu-west-2', S3_ACCESS_KEY_ID: 'other id', S3_SECRET_ACCESS_KEY: 'other secret' },
    },
    demo: undefined,
    siteUrl: 'https://shop.example',
    databaseUrl: settings.DATABASE_URL,
    pooler: { url: settings.DATABASE_POOL_URL, prepare: true },
    connections: 30,
    keys: { jwtSecrets: [settings.JWT_SECRET], publishableKeys: [settings.PUBLISHABLE_KEY], secretKeys: [settings.SECRET_KEY], dataKeys: [] },
    takesOver: true,
    migrates: false,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    trustProxy: { header: 'x-forwarded-for', hops: 2 },
    razorpay: { url: 'http://127.0.0.1:4101', checkoutUrl: 'https://pay.example/checkout.js' },
    drain: 5000,
    logLevel: 'info',
    requestLog: 'all',
    slowStatement: 250,
    tracing: { endpoint: 'https://traces.example:4318', share: 0.1 },
    dev: true,
  })
})

test('keys and paths of an S3 store follow from few settings', () => {
  const amazon = { bucket: 'shop', prefix: '', region: 'ap-south-1', endpoint: undefined, pathStyle: false, credentials: undefined }
  expect(read({ STORAGE_URL: 's3://shop' }).storage).toEqual({ place: amazon, old: undefined })
  expect(read({ STORAGE_URL: 's3://shop/', S3_PATH_STYLE: '1' }).storage).toEqual({ place: { ...amazon, pathStyle: true }, old: undefined })
  expect(read({ STORAGE_OLD_URL: 's3://shop/a/b' }).storage).toEqual({ place: 'folder', old: { ...amazon, prefix: 'a/b/' } })
})

test('settings of a store that contradict each other are refused, without the secret', () => {
  expect(refusal({ S3_SECRET_ACCESS_KEY: 'secret' })).toBe('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are given together, or not at all.')
  expect(refusal({ STORAGE_OLD_URL: 'folder' })).toBe('STORAGE_OLD_URL is where files were before: it must be another place than STORAGE_URL.')
})

test('a pooler stands before the database of DATABASE_URL, and gets statements without names unless it is known to keep them', () => {
  const [DATABASE_URL, DATABASE_POOL_URL] = ['postgresql://db/shop', 'postgresql://db:6432/shop']
  expect(read({ DATABASE_URL, DATABASE_POOL_URL }).pooler).toEqual({ url: DATABASE_POOL_URL, prepare: false })
  expect(read({ DATABASE_URL, DATABASE_POOL_URL, PREPARED_STATEMENTS: 'off' }).pooler).toEqual({ url: DATABASE_POOL_URL, prepare: false })
  expect(refusal({ DATABASE_POOL_URL })).toBe('DATABASE_POOL_URL is given together with DATABASE_URL, which leads to the same database without the pooler.')
  expect(refusal({ DATABASE_URL, PREPARED_STATEMENTS: 'off' })).toBe('PREPARED_STATEMENTS=off is for the pooler of DATABASE_POOL_URL, which is not set.')
})

test('an empty value counts as not set, and other variables are ignored', () => {
  expect(read({ PORT: '', DEMO: '', HOST: '', SITE_URL: '', SMTP_URL: '', PATH: '/bin', HOME: '' })).toEqual(read())
})

test('the demo is full, small or left out', () => {
  expect(['1', 'true', 'small', '0', 'false'].map((DEMO) => read({ DEMO }).demo)).toEqual(['full', 'full', 'small', undefined, undefined])
})

test('the public URL follows the port and is normalised as browsers send it', () => {
  expect(read({ PORT: '4000' }).siteUrl).toBe('http://localhost:4000')
  const open = { DEMO: '0', SMTP_URL: 'smtps://mail.example', TRUST_PROXY: 'x-real-ip' }
  expect(read({ ...open, SITE_URL: 'HTTPS://Shop.Example:443' }).siteUrl).toBe('https://shop.example')
  expect(read({ ...open, SITE_URL: 'http://shop.example:8080' }).siteUrl).toBe('http://shop.example:8080')
})

describe('an invalid value gives one sentence that names the setting', () => {
  const port = 'PORT must be a whole number from 1 to 65535.'
  const site = 'SITE_URL must be an origin such as https://shop.example.'
  const database = 'DATABASE_URL must be a postgresql:// address.'
  const connections = 'DATABASE_CONNECTIONS must be a whole number from 21 to 1000.'
  const smtp = 'SMTP_URL must be an smtp:// or smtps:// address.'
  test.each([
    ['PORT', 'eighty', port],
    ['PORT', '0', port],
    ['PORT', '65536', port],
    ['PORT', '-1', port],
    ['PORT', '80.5', port],
    ['PORT', '1e3', port],
    ['DEMO', 'yes', 'DEMO must be 0, 1 or small.'],
    ['STORAGE_URL', 's3://id:secret@shop', 'STORAGE_URL must be folder or s3://bucket or s3://bucket/prefix.'],
    ['STORAGE_URL', 'https://shop', 'STORAGE_URL must be folder or s3://bucket or s3://bucket/prefix.'],
    ['S3_ENDPOINT', 'https://id:secret@s3.example', 'S3_ENDPOINT must be an https:// address without keys.'],
    ['S3_REGION', 'Mumbai', 'S3_REGION must be a region such as ap-south-1.'],
    ['SITE_URL', 'shop.example', site],
    ['SITE_URL', 'https://shop.example/', site],
    ['SITE_URL', 'https://shop.example/path', site],
    ['SITE_URL', 'https://shop.example?x', site],
    ['SITE_URL', 'https://me@shop.example', site],
    ['SITE_URL', 'https://', site],
    ['SITE_URL', 'https://shop example', site],
    ['SITE_URL', 'https://shop.example:99999', site],
    ['SITE_URL', 'ftp://shop.example', site],
    ['DATABASE_URL', 'mysql://db/shop', database],
    ['DATABASE_URL', 'db/shop', database],
    ['DATABASE_URL', 'postgresql://db:port/shop', database],
    ['DATABASE_URL', 'postgresql://one,two/shop?target_session_attrs=any', 'DATABASE_URL must have target_session_attrs=read-write, or none: the shop writes.'],
    ['DATABASE_POOL_URL', 'db:6432', 'DATABASE_POOL_URL must be a postgresql:// address.'],
    ['DATABASE_CONNECTIONS', '18', connections],
    ['DATABASE_CONNECTIONS', '1001', connections],
    ['DATABASE_CONNECTIONS', 'many', connections],
    ['PREPARED_STATEMENTS', '1', 'PREPARED_STATEMENTS must be on or off.'],
    ['JWT_SECRET', 'short', 'JWT_SECRET must have at least 32 characters.'],
    ['SECRET_KEY', 'sb_publishable_0123456789abcdefghij', 'SECRET_KEY must begin with sb_secret_.'],
    ['SECRET_KEY', 'sb_secret_0123456789abcdefghij', 'PUBLISHABLE_KEY and SECRET_KEY are given together with JWT_SECRET, or not at all.'],
    ['SUPABASE_URL', 'http://project.example', 'SUPABASE_URL must be an https:// address.'],
    ['SUPABASE_PUBLISHABLE_KEY', 'sb_secret_0123456789abcdefghij', 'SUPABASE_PUBLISHABLE_KEY must be the publishable key of the project, or its key anon.'],
    ['SUPABASE_SECRET_KEY', 'sb_publishable_0123456789abcdef', 'SUPABASE_SECRET_KEY must be the secret key of the project, or its key service_role.'],
    ['UPSTREAM', 'rest,functions', 'UPSTREAM must list some of rest, auth, storage, realtime.'],
    ['SMTP_URL', 'mail.example', smtp],
    ['SMTP_URL', 'https://mail.example', smtp],
    ['SMTP_URL', 'smtp://mail:port', smtp],
    ['MAIL_FROM', 'Shringar', 'MAIL_FROM must be an email address.'],
    ['TRUST_PROXY', '1', 'TRUST_PROXY must name the header your proxy sets: x-forwarded-for, x-real-ip or cf-connecting-ip.'],
    ['RAZORPAY_URL', 'api.razorpay.com', 'RAZORPAY_URL must be an https:// address.'],
    ['RAZORPAY_URL', 'http://api.razorpay.com', 'RAZORPAY_URL must be an https:// address.'],
    ['RAZORPAY_URL', 'http://127.0.0.1.evil.example', 'RAZORPAY_URL must be an https:// address.'],
    ['RAZORPAY_CHECKOUT_URL', 'javascript:alert(1)', 'RAZORPAY_CHECKOUT_URL must be an https:// address.'],
    ['TRUSTED_HOPS', '0', 'TRUSTED_HOPS must be a whole number from 1 to 5.'],
    ['DRAIN_SECONDS', '90', 'DRAIN_SECONDS must be a whole number from 0 to 60.'],
    ['LOG_LEVEL', 'debug', 'LOG_LEVEL must be info, warn or error.'],
  ])('%s=%s', (name, value, sentence) => {
    expect(refusal({ [name]: value })).toBe(sentence)
  })
})

test('a host that others can reach refuses the demo and requires SMTP', () => {
  expect(refusal({ HOST: '0.0.0.0' })).toBe('HOST=0.0.0.0 opens the shop to others, and the passwords of the demo are public: set DEMO=0.')
  expect(refusal({ HOST: '0.0.0.0', DEMO: '0' })).toBe('HOST=0.0.0.0 opens the shop to others: set SMTP_URL, so that customers receive their mails.')
  for (const HOST of ['127.0.0.1', 'localhost', '::1']) expect(read({ HOST }).demo).toBe('full')
})

test('a public URL refuses the demo and requires SMTP, and behind a proxy the header that names the client', () => {
  const SITE_URL = 'https://shop.example'
  const [DEMO, SMTP_URL, TRUST_PROXY] = ['0', 'smtps://mail.example', 'x-forwarded-for']
  expect(refusal({ SITE_URL })).toBe('SITE_URL=https://shop.example opens the shop to others, and the passwords of the demo are public: set DEMO=0.')
  expect(refusal({ SITE_URL, DEMO })).toBe('SITE_URL=https://shop.example opens the shop to others: set SMTP_URL, so that customers receive their mails.')
  expect(refusal({ SITE_URL, DEMO, SMTP_URL })).toBe(
    'SITE_URL=https://shop.example opens the shop to others through a proxy, for which all clients are one: set TRUST_PROXY to the header that names the client, such as x-forwarded-for.',
  )
  expect(read({ SITE_URL, DEMO, SMTP_URL, TRUST_PROXY }).trustProxy).toEqual({ header: TRUST_PROXY, hops: 1 })
  // Without a proxy the connection's address is the client's.
  expect(read({ SITE_URL, DEMO, SMTP_URL, HOST: '0.0.0.0' }).trustProxy).toBeUndefined()
  for (const local of ['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000', 'http://shop.localhost:4000'])
    expect(read({ SITE_URL: local }).demo, local).toBe('full')
})

test('events go to an https address with its secret, or to this machine', () => {
  const WEBHOOK_SECRET = `whsec_${'A'.repeat(43)}=`
  expect(read({ WEBHOOK_URL: 'https://erp.example/hook', WEBHOOK_SECRET }).webhook).toEqual({
    url: 'https://erp.example/hook',
    secrets: [Buffer.alloc(32)],
    innerHosts: false,
  })
  expect(read({ WEBHOOK_URL: 'http://127.0.0.1:9/', WEBHOOK_SECRET, WEBHOOK_INNER_HOSTS: '1' }).webhook).toMatchObject({ innerHosts: true })
  for (const url of ['http://erp.example/', 'ftp://erp.example/', 'https://user@erp.example/', 'http://127.0.0.1.example/'])
    expect(refusal({ WEBHOOK_URL: url, WEBHOOK_SECRET }), url).toMatch(/^WEBHOOK_URL must be/)
  expect(refusal({ WEBHOOK_URL: 'https://erp.example/' })).toMatch(/^WEBHOOK_URL and WEBHOOK_SECRET are given together/)
})
