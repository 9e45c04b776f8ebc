/**
 * The services that a Supabase project answers (docs/decisions/0103-supabase-as-upstream.md). The browser keeps this server's origin;
 * bodies have the same limits as for services of this process.
 */
import { urlOf } from '../core/request-url.ts'
import { MAX_SOCKETS, MAX_SOCKETS_PER_NETWORK, SILENCE } from '../realtime/limits.ts'
import { LIMITS, type RealtimeService, type Service } from '../services.ts'
import type { PermanentFiles, PublicRenditions } from '../storage/context.ts'
import { createForwarder, type ForwardOptions } from './forward.ts'
import { askUpstream } from './health.ts'
import { createUpstreamPictures } from './pictures.ts'
import type { UpstreamOptions, UpstreamService } from './options.ts'
import { createSocketPipe } from './pipe-socket.ts'

export type Upstream = {
  services: Partial<Record<Exclude<UpstreamService, 'realtime'>, Service>>
  realtime: RealtimeService | undefined
  /** Resolves to the services that do not answer. */
  away(): Promise<UpstreamService[]>
}

export async function openUpstream(
  { url, services, timeouts }: UpstreamOptions,
  options: {
    url: string
    keys: { publishableKey: string }
    storageDir: string
    publicRenditions?: PublicRenditions | undefined
    permanentFiles?: PermanentFiles | undefined
    log: ForwardOptions['log']
  },
): Promise<Upstream> {
  const { log } = options
  const forwarder = createForwarder({ url, origin: options.url.replace(/\/$/, ''), timeouts, log })
  const forwarding = (name: UpstreamService): Service => ({
    ...LIMITS[name],
    handle(request, _path, { remoteAddress }) {
      const { pathname, search } = urlOf(request)
      return forwarder.send(name, request, pathname + search, remoteAddress)
    },
  })

  async function openStorage(): Promise<Service> {
    const answerPicture = await createUpstreamPictures({
      forwarder,
      dir: options.storageDir,
      publicRenditions: options.publicRenditions,
      permanentFiles: options.permanentFiles,
      log,
    })
    const forward = forwarding('storage')
    return {
      ...forward,
      handle: async (request, path, from) => (await answerPicture(request, path, from.remoteAddress)) ?? forward.handle(request, path, from),
    }
  }

  function openRealtime(): RealtimeService {
    const pipe = createSocketPipe({ url, maxSockets: MAX_SOCKETS, maxSocketsPerNetwork: MAX_SOCKETS_PER_NETWORK, silence: SILENCE })
    return {
      ...forwarding('realtime'),
      problem: null,
      upgrade: pipe.upgrade,
      countSockets: pipe.countSockets,
      closeSockets: pipe.closeSockets,
      close: pipe.closeSockets,
    }
  }

  return {
    services: {
      ...(services.has('auth') ? { auth: forwarding('auth') } : {}),
      ...(services.has('rest') ? { rest: forwarding('rest') } : {}),
      ...(services.has('storage') ? { storage: await openStorage() } : {}),
    },
    realtime: services.has('realtime') ? openRealtime() : undefined,
    away: askUpstream({ url, services, publishableKey: options.keys.publishableKey }),
  }
}
