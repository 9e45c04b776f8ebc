import { maskEmail } from '#domain/text/redact.ts'
import * as say from '#words/diagnostics.ts'
import type { SessionState } from '../data/session/session.ts'
import { sessionStorageKey } from '../data/session/stored-session.ts'

const MANIFEST = '__reactRouterManifest'

/** The build that runs: the version of the router's manifest, derived from the built files. */
export function buildVersion(): string {
  const { [MANIFEST]: manifest } = window as { [MANIFEST]?: { version?: unknown } }
  return typeof manifest?.version === 'string' ? manifest.version : say.unknown
}

/** Who is signed in, masked so that others cannot recognise them. */
export function sessionText({ status, user, profileRead, profile }: SessionState): string {
  if (status === 'loading') return say.sessionLoading
  if (!user) return say.signedOut
  const known = profile ? say.profileThere : profileRead ? say.profileMissing : say.profileOnItsWay
  return [say.signedInAs(maskEmail(user.email)), known, expiryText()].filter(Boolean).join(' · ')
}

/** When the session's token expires; only this number is read from storage. */
function expiryText(): string {
  try {
    const { expires_at: at } = JSON.parse(localStorage.getItem(sessionStorageKey(location.hostname)) ?? '{}') as { expires_at?: unknown }
    if (typeof at !== 'number') return ''
    const minutes = Math.round((at - Date.now() / 1000) / 60)
    return minutes > 0 ? say.tokenFor(minutes) : say.tokenOver
  } catch {
    return ''
  }
}

export function networkText(): string {
  const { effectiveType, saveData } = (navigator as { connection?: { effectiveType?: string; saveData?: boolean } }).connection ?? {}
  return [navigator.onLine ? say.online : say.offline, effectiveType, saveData ? say.savesData : ''].filter(Boolean).join(' · ')
}

export async function serviceWorkerText(): Promise<string> {
  if (!('serviceWorker' in navigator)) return say.workerRefused
  const found = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  if (!found) return say.workerNone
  const states = [found.active && say.workerIs(found.active.state), found.waiting && say.workerWaits, found.installing && say.workerInstalls]
  return [...states, navigator.serviceWorker.controller ? say.workerControls : say.workerAside].filter(Boolean).join(' · ')
}
