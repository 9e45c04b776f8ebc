import { useSyncExternalStore } from 'react'
import { listenToSession, loadingState, publishSession, readSession, signedOut } from './session-state.ts'
import type { SessionState } from './session-state.ts'
import { mayHaveSession, sessionStorageKey } from './stored-session.ts'

export type { Profile, SessionState, SessionUser } from './session-state.ts'

const live = () => import('./session-live.ts')

let connecting = false

async function connect() {
  if (connecting) return
  connecting = true
  // Requested in parallel with the code that will use it: one round trip instead of two.
  void import('../api/supabase-client.ts').catch(() => undefined)
  try {
    await (await live()).connectSession()
  } catch {
    publishSession({ ...signedOut, failed: mayHaveSession() })
  }
  connecting = false
}

function start() {
  if (import.meta.env.SSR) return
  if (mayHaveSession()) void connect()
  else {
    publishSession(signedOut)
    window.addEventListener('storage', wakeOnSignInElsewhere)
  }
}

/** Another tab signed in: this one has no client yet that would notice. */
function wakeOnSignInElsewhere(event: StorageEvent) {
  if (event.key !== sessionStorageKey(location.hostname) || event.newValue === null) return
  window.removeEventListener('storage', wakeOnSignInElsewhere)
  void connect()
}

export const sessionStore = {
  subscribe(listener: () => void): () => void {
    const stop = listenToSession(listener)
    if (readSession() === loadingState) start()
    return stop
  },
  read: readSession,
}

/** The visitor's session. On the server and during hydration always `loading`, because public HTML is anonymous. */
export function useSession(): SessionState {
  return useSyncExternalStore(sessionStore.subscribe, readSession, () => loadingState)
}

/** Reads the profile again after it was saved. */
export async function refreshProfile(): Promise<void> {
  await (await live()).reloadProfile()
}
