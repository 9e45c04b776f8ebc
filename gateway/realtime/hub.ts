/** The topics of this process with their members, and the presence state of other processes. */
import type { Broadcast, Json } from './frames.ts'
import type { Bus } from './bus.ts'
import { createPresenceStore, type Metas, type PresenceDiff, type PresenceEntry } from './presence.ts'

/** A channel of one socket. `id` is unique within the process. */
export type Member = { readonly id: string; receive(broadcast: Broadcast): void; presence(diff: PresenceDiff): void }

export type Hub = {
  join(topic: string, member: Member): void
  leave(topic: string, member: Member): void
  /** Sends to all members but `except`, in this and the other processes. */
  broadcast(topic: string, broadcast: Broadcast, except: Member | null): void
  /** False: the topic is full. */
  track(topic: string, member: Member, key: string, payload: Json): boolean
  untrack(topic: string, member: Member): void
  present(topic: string): Metas
  /** Handles a message of another process; ignores unknown kinds. */
  receive(peer: string, message: unknown): void
  /** Removes another process and its presences. */
  removePeer(peer: string): void
  /** Sends this process's presences to the others. */
  sendState(): void
}

type HubMessage =
  | { kind: 'broadcast'; topic: string; event: string; encoding: 'json' | 'binary'; bytes: string }
  | { kind: 'track'; entry: PresenceEntry }
  | { kind: 'untrack'; topic: string; member: string }
  | { kind: 'state'; entries: PresenceEntry[] }

const HERE = 'here'

export function createHub(bus: Pick<Bus, 'publish'>): Hub {
  const topics = new Map<string, Set<Member>>()
  const presences = createPresenceStore()
  let lastRef = 0

  const publish = (message: HubMessage): void => bus.publish(message)

  function deliverLocally(topic: string, broadcast: Broadcast, except: Member | null): void {
    for (const member of topics.get(topic) ?? []) if (member !== except) member.receive(broadcast)
  }

  function show(topic: string, diff: PresenceDiff | null): void {
    if (diff) for (const member of topics.get(topic) ?? []) member.presence(diff)
  }

  function untrack(topic: string, member: Member): void {
    const diff = presences.remove(HERE, topic, member.id)
    if (!diff) return
    show(topic, diff)
    publish({ kind: 'untrack', topic, member: member.id })
  }

  return {
    join(topic, member) {
      topics.set(topic, (topics.get(topic) ?? new Set<Member>()).add(member))
    },
    leave(topic, member) {
      const members = topics.get(topic)
      members?.delete(member)
      if (members?.size === 0) topics.delete(topic)
      untrack(topic, member)
    },
    broadcast(topic, broadcast, except) {
      deliverLocally(topic, broadcast, except)
      publish({ kind: 'broadcast', topic, event: broadcast.event, encoding: broadcast.encoding, bytes: broadcast.bytes.toString('base64') })
    },
    track(topic, member, key, payload) {
      const entry = { topic, member: member.id, key, meta: { ...payload, phx_ref: `${member.id}.${(lastRef += 1)}` } }
      const diff = presences.put(HERE, entry)
      show(topic, diff)
      if (diff) publish({ kind: 'track', entry })
      return diff !== null
    },
    untrack,
    present: (topic) => presences.state(topic),
    receive(peer, message) {
      const received = message as HubMessage
      if (received.kind === 'broadcast')
        deliverLocally(received.topic, { event: received.event, encoding: received.encoding, bytes: Buffer.from(received.bytes, 'base64') }, null)
      else if (received.kind === 'track') show(received.entry.topic, presences.put(peer, received.entry))
      else if (received.kind === 'untrack') show(received.topic, presences.remove(peer, received.topic, received.member))
      else if (received.kind === 'state') for (const [topic, diff] of presences.replace(peer, received.entries)) show(topic, diff)
    },
    removePeer(peer) {
      for (const [topic, diff] of presences.replace(peer, [])) show(topic, diff)
    },
    sendState: () => publish({ kind: 'state', entries: presences.of(HERE) }),
  }
}
