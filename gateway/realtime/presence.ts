/**
 * Who is where. Every process answers for its own members and remembers what the others tell of theirs, so a process
 * that falls silent takes its members along and nobody else's.
 */
import type { Json } from './frames.ts'
import { MAX_PRESENCES } from './limits.ts'

export type Meta = Json & { phx_ref: string }
export type Metas = Record<string, { metas: Meta[] }>
export type PresenceDiff = { joins: Metas; leaves: Metas }
/** One member of a process: a channel of one socket. */
export type PresenceEntry = { topic: string; member: string; key: string; meta: Meta }

export type PresenceBook = {
  /** Null: nothing changed, or the topic is full. */
  put(owner: string, entry: PresenceEntry): PresenceDiff | null
  remove(owner: string, topic: string, member: string): PresenceDiff | null
  /** What an owner has by its own account; what it no longer names is gone. */
  replace(owner: string, entries: readonly PresenceEntry[]): Map<string, PresenceDiff>
  state(topic: string): Metas
  of(owner: string): PresenceEntry[]
}

type Owned = Map<string, PresenceEntry>

const idOf = (topic: string, member: string): string => `${member} ${topic}`

/** Keys are chosen by clients: without a prototype, `__proto__` is a key like any other. */
function metasOf(entries: Iterable<PresenceEntry>): Metas {
  const metas: Metas = Object.create(null) as Metas
  for (const { key, meta } of entries) (metas[key] ??= { metas: [] }).metas.push(meta)
  return metas
}

export function createPresenceBook(): PresenceBook {
  const owners = new Map<string, Owned>()

  function ownedBy(owner: string): Owned {
    const owned = owners.get(owner) ?? new Map<string, PresenceEntry>()
    owners.set(owner, owned)
    return owned
  }

  function* inTopic(topic: string): Iterable<PresenceEntry> {
    for (const owned of owners.values()) for (const entry of owned.values()) if (entry.topic === topic) yield entry
  }

  return {
    put(owner, entry) {
      const owned = ownedBy(owner)
      const id = idOf(entry.topic, entry.member)
      const before = owned.get(id)
      if (!before && [...inTopic(entry.topic)].length >= MAX_PRESENCES) return null
      if (before?.meta.phx_ref === entry.meta.phx_ref) return null
      const meta = before ? { ...entry.meta, phx_ref_prev: before.meta.phx_ref } : entry.meta
      owned.set(id, { ...entry, meta })
      return { joins: metasOf([{ ...entry, meta }]), leaves: metasOf(before ? [before] : []) }
    },
    remove(owner, topic, member) {
      const owned = ownedBy(owner)
      const id = idOf(topic, member)
      const before = owned.get(id)
      if (!before) return null
      owned.delete(id)
      return { joins: metasOf([]), leaves: metasOf([before]) }
    },
    replace(owner, entries) {
      const before = ownedBy(owner)
      const after: Owned = new Map(entries.map((entry) => [idOf(entry.topic, entry.member), entry]))
      owners.set(owner, after)
      if (after.size === 0) owners.delete(owner)
      const topics = new Set([...before.values(), ...after.values()].map(({ topic }) => topic))
      const diffs = new Map<string, PresenceDiff>()
      for (const topic of topics) {
        const fresh = (from: Owned, against: Owned): PresenceEntry[] =>
          [...from].filter(([id, { topic: of, meta }]) => of === topic && against.get(id)?.meta.phx_ref !== meta.phx_ref).map(([, entry]) => entry)
        const [joined, left] = [fresh(after, before), fresh(before, after)]
        if (joined.length > 0 || left.length > 0) diffs.set(topic, { joins: metasOf(joined), leaves: metasOf(left) })
      }
      return diffs
    },
    state: (topic) => metasOf(inTopic(topic)),
    of: (owner) => [...ownedBy(owner).values()],
  }
}
