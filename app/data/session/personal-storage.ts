/**
 * Everything the shop keeps in the browser about a person carries this prefix, so that sign-out can remove it all
 * (docs/rules.md#sign-out). Device flags (install card) use another one and stay.
 */
export const PERSONAL = 'shringar-my-'

function clearFrom(storage: Storage) {
  for (const key of Object.keys(storage)) if (key.startsWith(PERSONAL)) storage.removeItem(key)
}

export function forgetPersonalStorage(): void {
  for (const storage of storages()) clearFrom(storage)
}

type Forget = () => unknown
const forgetters = new Set<Forget>()

/** Whoever keeps something personal elsewhere (caches, a database) says here how it is forgotten. Returns how to take that back. */
export function onForget(forget: Forget): () => void {
  forgetters.add(forget)
  return () => forgetters.delete(forget)
}

/** Everything personal of this browser, when somebody leaves. What one keeper fails at does not keep the others. */
export async function forgetPersonalData(): Promise<void> {
  forgetPersonalStorage()
  await Promise.allSettled([...forgetters].map(async (forget) => forget()))
}

function storages(): Storage[] {
  try {
    return [localStorage, sessionStorage]
  } catch {
    return [] // refused by the browser's settings: then nothing was kept either
  }
}

/** Reads JSON kept under the personal prefix; null when absent, unreadable or refused. */
export function readPersonal(kind: 'local' | 'session', name: string): unknown {
  try {
    const text = (kind === 'local' ? localStorage : sessionStorage).getItem(PERSONAL + name)
    return text === null ? null : (JSON.parse(text) as unknown)
  } catch {
    return null
  }
}

export function writePersonal(kind: 'local' | 'session', name: string, value: unknown): void {
  try {
    const storage = kind === 'local' ? localStorage : sessionStorage
    if (value === null) storage.removeItem(PERSONAL + name)
    else storage.setItem(PERSONAL + name, JSON.stringify(value))
  } catch {
    // A full or refused storage costs the memory of one form, nothing else.
  }
}
