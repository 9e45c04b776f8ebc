/**
 * The presence state of all topics. Each process owns the presences of its own members and stores those of the others per
 * owner, so that removing a dead process removes its members only.
 */
import type { Json } from './frames.ts'
import { MAX_PRESENCES } from './limits.ts'

export type Meta = Json & { phx_ref: string }
export type Metas = Record<string, { metas: Meta[] }>
export type PresenceDiff = { joins: Metas; leaves: Metas }
/** The presence of one member, which is a channel of one socket. */
export type PresenceEntry = { topic: string; member: string; key: string; meta: Meta }

export type PresenceStore = {
  /** Null: nothing changed or the topic is full. */
  put(owner: string, entry: PresenceEntry): PresenceDiff | null
  remove(owner: string, topic: string, member: string): PresenceDiff | null
  /** Replaces all presences of an owner; returns the difference per topic. */
  replace(owner: string, entries: readonly PresenceEntry[]): Map<string, PresenceDiff>
  state(topic: string): Metas
  of(owner: string): PresenceEntry[]
}

type Owned = Map<string, PresenceEntry>

const idOf = (topic: string, member: string): string => `${member} ${topic}`

/** Clients choose the keys: without a prototype, `__proto__` is an ordinary key. */
function metasOf(entries: Iterable<PresenceEntry>): Metas {
  const metas: Metas = Object.create(null) as Metas
  for (const { key, meta } of entries) (metas[key] ??= { metas: [] }).metas.push(meta)
  return metas
}

export function createPresenceStore(): PresenceStore {
  const owners = new Map<string, Owned>()
  /** An index by topic, then by owner and member: the state is read far more often than it changes. */
  const topics = new Map<string, Owned>()

  function ownedBy(owner: string): Owned {
    const owned = owners.get(owner) ?? new Map<string, PresenceEntry>()
    owners.set(owner, owned)
    return owned
  }

  function set(owner: string, entry: PresenceEntry): void {
    ownedBy(owner).set(idOf(entry.topic, entry.member), entry)
    const there = topics.get(entry.topic) ?? new Map<string, PresenceEntry>()
    topics.set(entry.topic, there.set(idOf(owner, entry.member), entry))
  }

  function unset(owner: string, { topic, member }: PresenceEntry): void {
    const owned = ownedBy(owner)
    owned.delete(idOf(topic, member))
    if (owned.size === 0) owners.delete(owner)
    const there = topics.get(topic)
    there?.delete(idOf(owner, member))
    if (there?.size === 0) topics.delete(topic)
  }

  const inTopic = (topic: string): Iterable<PresenceEntry> => topics.get(topic)?.values() ?? []

  return {
    put(owner, entry) {
      const before = owners.get(owner)?.get(idOf(entry.topic, entry.member))
      if (!before && (topics.get(entry.topic)?.size ?? 0) >= MAX_PRESENCES) return null
      if (before?.meta.phx_ref === entry.meta.phx_ref) return null
      const meta = before ? { ...entry.meta, phx_ref_prev: before.meta.phx_ref } : entry.meta
      set(owner, { ...entry, meta })
      return { joins: metasOf([{ ...entry, meta }]), leaves: metasOf(before ? [before] : []) }
    },
    remove(owner, topic, member) {
      const before = owners.get(owner)?.get(idOf(topic, member))
      if (!before) return null
      unset(owner, before)
      return { joins: metasOf([]), leaves: metasOf([before]) }
    },
    replace(owner, entries) {
      const before = new Map(owners.get(owner))
      const after: Owned = new Map(entries.map((entry) => [idOf(entry.topic, entry.member), entry]))
      const isNew = (against: Owned, id: string, { meta }: PresenceEntry): boolean => against.get(id)?.meta.phx_ref !== meta.phx_ref
      const [joined, left] = [new Map<string, PresenceEntry[]>(), new Map<string, PresenceEntry[]>()]
      const note = (into: typeof joined, entry: PresenceEntry): void => void into.set(entry.topic, [...(into.get(entry.topic) ?? []), entry])
      for (const [id, entry] of before) if (isNew(after, id, entry)) note(left, entry)
      for (const [id, entry] of after) if (isNew(before, id, entry)) note(joined, entry)
      for (const entry of before.values()) unset(owner, entry)
      for (const entry of after.values()) set(owner, entry)
      const changed = new Set([...joined.keys(), ...left.keys()])
      return new Map([...changed].map((topic) => [topic, { joins: metasOf(joined.get(topic) ?? []), leaves: metasOf(left.get(topic) ?? []) }]))
    },
    state: (topic) => metasOf(inTopic(topic)),
    of: (owner) => [...(owners.get(owner)?.values() ?? [])],
  }
}
