/** Opens the embedded backend with the settings of this shop. */
import { IMAGE_QUALITY, IMAGE_WIDTHS } from '#app/ui/pictures/image-url.ts'
import { functionLimits, openFunctions } from '#functions/registry.ts'
import { createGateway, type Gateway } from '#gateway/gateway.ts'
import type { GatewayOptions } from '#gateway/options.ts'
import { createTokenVerifier } from '#gateway/upstream/project-tokens.ts'
import type { Config } from './config.ts'
import type { ConnectionBudget } from './database/connection-budget.ts'
import type { ShopDatabase } from './database/database.ts'
import { poolingOf } from './database/pooler.ts'
import { dataKeysOf, type Keys } from './keys.ts'
import type { Log } from './log/log.ts'
import type { MailWorker } from './mail/mail-worker.ts'
import { LARGEST_CALL, SEND_EMAIL_HOOK, sendEmailHook } from './mail/send-email-hook.ts'
import { isPermanentPicture } from './storage/permanent-pictures.ts'

export type GatewayParts = Required<Pick<GatewayOptions, 'linkPages' | 'functions' | 'tries' | 'files' | 'apiKeys'>> & {
  config: Config
  keys: Keys
  database: ShopDatabase
  budget: ConnectionBudget
  mails: MailWorker
  log: Log
}

export function openGateway({ config, keys, database, budget, mails, linkPages, functions, tries, files, apiKeys, log }: GatewayParts): Promise<Gateway> {
  const project = config.supabase
  // On the database of a project, the logins of the embedded services are reserved.
  const login = project?.ownsDatabase ? 'shop_callers' : 'authenticator'
  const callers = database.requestUrlFor(login)
  const { pages, visitors, users, auth, storage, realtimeRows, realtime } = budget
  return createGateway({
    url: config.siteUrl,
    siteUrl: config.siteUrl,
    redirectAllowList: [`${config.siteUrl}/**`],
    databaseUrls: {
      authenticator: callers,
      auth: database.requestUrlFor('supabase_auth_admin'),
      storage: project?.ownsDatabase ? callers : database.requestUrlFor('supabase_storage_admin'),
      realtime: database.requestUrlFor('supabase_realtime_admin'),
      replication: database.urlFor('supabase_replication_admin'),
    },
    listenUrls: { authenticator: database.urlFor(login), realtime: database.urlFor('supabase_realtime_admin') },
    pooling: { ...poolingOf(config), sizes: { pages, visitors, users, auth, storage, realtimeRows, realtime } },
    schemas: ['public'],
    keys: {
      jwtSecret: keys.jwt_secret,
      publishableKey: keys.publishable_key,
      secretKey: keys.secret_key,
      anonKey: keys.anon_key,
      serviceRoleKey: keys.service_role_key,
      ...(project?.ownsDatabase
        ? { verifyToken: createTokenVerifier({ keysUrl: `${project.url}/auth/v1/.well-known/jwks.json`, issuer: project.issuer, secret: project.jwtSecret }) }
        : {}),
      also: keys.also && { jwtSecrets: keys.also.jwt_secrets, publishableKeys: keys.also.publishable_keys, secretKeys: keys.also.secret_keys },
      dataKeys: dataKeysOf(keys),
    },
    apiKeys,
    upstream: project && { url: project.url, services: project.services },
    auth: { autoconfirm: false, bcryptCost: 10, limits: true, secondFactorFirst: true },
    mails: { queue: mails.queueAuthMail },
    linkPages,
    tries,
    storageDir: config.storageDir,
    files,
    publicRenditions: { widths: IMAGE_WIDTHS, qualities: [IMAGE_QUALITY] },
    permanentFiles: isPermanentPicture,
    notesDeletedFiles: project?.ownsDatabase !== true,
    functions: {
      ...functions,
      [SEND_EMAIL_HOOK]: sendEmailHook({ secrets: project?.emailHookSecrets ?? [], siteUrl: config.siteUrl, queue: mails.queueHookMails, log }),
    },
    openFunctions: [...openFunctions, SEND_EMAIL_HOOK],
    functionLimits: { ...functionLimits, [SEND_EMAIL_HOOK]: LARGEST_CALL },
    // The shop's screens only need row changes; messages between strangers are not worth the memory.
    realtimePublicChannels: false,
    log: ({ level, message, data }) => log(level, message, data),
  })
}
