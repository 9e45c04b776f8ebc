import type { ForwardOptions } from './forward.ts'

export type UpstreamService = 'auth' | 'rest' | 'storage' | 'realtime'

export type UpstreamOptions = Pick<ForwardOptions, 'timeouts'> & {
  /** The project's address without a trailing slash. */
  url: string
  services: ReadonlySet<UpstreamService>
}
