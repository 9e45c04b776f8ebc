/** Who is in which topic of this process, and what the other processes say about theirs. */
import type { Broadcast, Json } from './frames.ts'
import type { Bus } from './bus.ts'
import { createPresenceBook, type Metas, type PresenceDiff, type PresenceEntry } from './presence.ts'

/** A channel of one socket. `id` is unique within the process. */
export type Member = { readonly id: string; hear(broadcast: Broadcast): void; presence(diff: PresenceDiff): void }

export type Hub = {
  join(topic: string, member: Member): void
  leave(topic: string, member: Member): void
  /** To all but `except`, here and in the other processes. */
  broadcast(topic: string, broadcast: Broadcast, except: Member | null): void
  /** False: the topic is full. */
  track(topic: string, member: Member, key: string, payload: Json): boolean
  untrack(topic: string, member: Member): void
  present(topic: string): Metas
  /** What another process said; anything else is ignored. */
  told(peer: string, message: unknown): void
  gone(peer: string): void
  introduce(): void
}

type Told =
  | { kind: 'broadcast'; topic: string; event: string; encoding: 'json' | 'binary'; bytes: string }
  | { kind: 'track'; entry: PresenceEntry }
  | { kind: 'untrack'; topic: string; member: string }
  | { kind: 'state'; entries: PresenceEntry[] }

const HERE = 'here'

export function createHub(bus: Pick<Bus, 'tell'>): Hub {
  const topics = new Map<string, Set<Member>>()
  const book = createPresenceBook()
  let lastRef = 0

  const tell = (message: Told): void => bus.tell(message)

  function hearHere(topic: string, broadcast: Broadcast, except: Member | null): void {
    for (const member of topics.get(topic) ?? []) if (member !== except) member.hear(broadcast)
  }

  function show(topic: string, diff: PresenceDiff | null): void {
    if (diff) for (const member of topics.get(topic) ?? []) member.presence(diff)
  }

  function untrack(topic: string, member: Member): void {
    const diff = book.remove(HERE, topic, member.id)
    if (!diff) return
    show(topic, diff)
    tell({ kind: 'untrack', topic, member: member.id })
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
      hearHere(topic, broadcast, except)
      tell({ kind: 'broadcast', topic, event: broadcast.event, encoding: broadcast.encoding, bytes: broadcast.bytes.toString('base64') })
    },
    track(topic, member, key, payload) {
      const entry = { topic, member: member.id, key, meta: { ...payload, phx_ref: `${member.id}.${(lastRef += 1)}` } }
      const diff = book.put(HERE, entry)
      show(topic, diff)
      if (diff) tell({ kind: 'track', entry })
      return diff !== null
    },
    untrack,
    present: (topic) => book.state(topic),
    told(peer, message) {
      const told = message as Told
      if (told.kind === 'broadcast') hearHere(told.topic, { event: told.event, encoding: told.encoding, bytes: Buffer.from(told.bytes, 'base64') }, null)
      else if (told.kind === 'track') show(told.entry.topic, book.put(peer, told.entry))
      else if (told.kind === 'untrack') show(told.topic, book.remove(peer, told.topic, told.member))
      else if (told.kind === 'state') for (const [topic, diff] of book.replace(peer, told.entries)) show(topic, diff)
    },
    gone(peer) {
      for (const [topic, diff] of book.replace(peer, [])) show(topic, diff)
    },
    introduce: () => tell({ kind: 'state', entries: book.of(HERE) }),
  }
}
