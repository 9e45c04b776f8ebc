/**
 * All personal data that the shop stores in the browser has this prefix, so that sign-out can remove it (docs/rules.md#sign-out).
 * Device flags (install card) have another one and stay.
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

/** Registers how to delete personal data that is stored elsewhere (caches, a database). Returns a function that unregisters it. */
export function onForget(forget: Forget): () => void {
  forgetters.add(forget)
  return () => forgetters.delete(forget)
}

/** Removes all personal data in this browser when the user signs out. A failing callback does not stop the others. */
export async function forgetPersonalData(): Promise<void> {
  forgetPersonalStorage()
  await Promise.allSettled([...forgetters].map(async (forget) => forget()))
}

function storages(): Storage[] {
  try {
    return [localStorage, sessionStorage]
  } catch {
    return [] // the browser's settings forbid storage: then nothing was stored either
  }
}

/** Reads JSON stored under the personal prefix; null when it is absent, unreadable or storage is forbidden. */
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
    // Full or forbidden storage loses the memory of one form, nothing else.
  }
}
