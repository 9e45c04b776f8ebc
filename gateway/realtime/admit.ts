/** All checks of a join: who asks, what they may read, and which row changes they subscribe to. */
import type pg from 'pg'
import type { Log } from '../core/schema-cache.ts'
import { resolveSession, type Keys, type Session } from '../core/session.ts'
import type { Checked } from './checked.ts'
import type { Access, Extension } from './access.ts'
import { checkBinding, type Binding } from './changes/bindings.ts'
import type { ChangeFeed } from './changes/feed.ts'
import type { ChangeEntry } from './changes/entry.ts'
import type { Version } from './frames.ts'
import type { Hub } from './hub.ts'
import { PRIVATE_ONLY, topicName, type JoinRequest } from './join-request.ts'

export type ChannelServices = {
  keys: Keys
  now: () => Date
  log: Log
  pool: pg.Pool
  publication: string
  access: Access
  feed: ChangeFeed
  hub: Hub
  /** False: broadcast and presence work in private channels only. */ publicChannels: boolean
}
/** The part of the socket that a channel uses. */
export type ClientConnection = { readonly version: Version; /** From the API key in the URL. */ readonly session: Session; send(data: string | Buffer): void }

const BOTH: ReadonlySet<Extension> = new Set(['broadcast', 'presence'])
const NOTHING: ReadonlySet<Extension> = new Set()
export async function sessionFor(token: string | null, { keys, now }: ChannelServices, otherwise: Session): Promise<Checked<Session>> {
  if (token === null) return { ok: true, value: otherwise }
  const resolved = await resolveSession({ headers: new Headers({ authorization: `Bearer ${encodeURI(token)}` }) }, keys, { now })
  return resolved.ok ? { ok: true, value: resolved.session } : { ok: false, reason: `InvalidJWTToken: ${resolved.error.message}` }
}

export const unreadable = (topic: string): string => `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`

export async function checkBindings({ pool, publication }: ChannelServices, session: Session, changes: readonly ChangeEntry[]): Promise<Checked<Binding[]>> {
  const bindings: Binding[] = []
  for (const entry of changes) {
    const checked = await checkBinding(pool, session, publication, entry)
    if (!checked.ok) return checked
    bindings.push(checked.value)
  }
  return { ok: true, value: bindings }
}

export type Admitted = { name: string; session: Session; readable: ReadonlySet<Extension>; bindings: Binding[] }

export async function admit(services: ChannelServices, connection: ClientConnection, topic: string, request: JoinRequest): Promise<Checked<Admitted>> {
  const name = topicName(topic)
  if (name === null) return { ok: false, reason: 'TopicNameRequired: a topic is realtime:name, at most 255 bytes' }
  const session = await sessionFor(request.token, services, connection.session)
  if (!session.ok) return session
  const isOpen = request.private || services.publicChannels
  // A public channel can only deliver row changes.
  if (!isOpen && request.changes.length === 0) return { ok: false, reason: PRIVATE_ONLY }
  const readable = !isOpen ? NOTHING : request.private ? await services.access.readableExtensions(session.value, name) : BOTH
  if (isOpen && readable.size === 0) return { ok: false, reason: unreadable(name) }
  const bindings = await checkBindings(services, session.value, request.changes)
  if (!bindings.ok) return bindings
  return { ok: true, value: { name, session: session.value, readable, bindings: bindings.value } }
}
