import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { chordOf, isModifier, isSingle, match } from './chords.ts'

/**
 * `keys` in the notation of chords.ts: 'Mod+K', 'j', 'g o'. `inFields`: also active while typing. Without `run`, the browser handles the key, and the shortcut
 * is only listed in the help.
 */
export type Shortcut = { keys: string; label: string; group: string; run?: () => void; inFields?: boolean }

/** Stored on the device (WCAG 2.1.4: single-letter shortcuts can be turned off). */
const KEY = 'shringar-admin-keys'
/** How long the first of two keys is remembered, in ms. */
const SECOND_KEY_MS = 1500

let shortcuts: readonly Shortcut[] = []
const listeners = new Set<() => void>()
let pending: string | null = null
let clock: ReturnType<typeof setTimeout> | undefined

function publish(next: readonly Shortcut[]) {
  shortcuts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function singleKeysOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

export function allowSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {
    // without storage, the shortcuts stay as they are
  }
  for (const listener of listeners) listener()
}

export const useShortcutList = (): readonly Shortcut[] =>
  useSyncExternalStore(
    subscribe,
    () => shortcuts,
    () => shortcuts,
  )
export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, singleKeysOn, () => true)

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select'))

function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || event.altKey || isModifier(event.key)) return
  const inField = typing(event.target)
  const inDialog = document.querySelector('dialog[open]') !== null
  const usable = shortcuts.filter(
    ({ keys, inFields, run }) => run !== undefined && (inFields === true || !inField) && (!inDialog || keys === 'Mod+K') && (!isSingle(keys) || singleKeysOn()),
  )
  const found = match(
    pending,
    chordOf(event),
    usable.map(({ keys }) => keys),
  )
  clearTimeout(clock)
  pending = null
  if (found === null) return
  if ('wait' in found) {
    pending = found.wait
    clock = setTimeout(() => (pending = null), SECOND_KEY_MS)
    return
  }
  event.preventDefault()
  // The shortcut that was registered last is the closest to what is on the screen.
  usable.findLast(({ keys }) => keys === found.run)?.run?.()
}

/** Listens to keys for the whole back office. Used once, in the shell. */
export function useShortcutKeys(): void {
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Registers shortcuts while the component is mounted; the help lists them. Their functions may change with every render. */
export function useShortcuts(mine: readonly Shortcut[]): void {
  const latest = useRef(mine)
  // with what is on the screen, not a moment later: a quick key means what is shown
  useLayoutEffect(() => {
    latest.current = mine
  })
  const signature = mine.map(({ keys, label }) => `${keys}\n${label}`).join('\n\n')
  useLayoutEffect(() => {
    if (signature === '') return undefined
    const offered = latest.current.map((shortcut): Shortcut =>
      // The function of this render would be outdated after the next one.
      shortcut.run === undefined ? { ...shortcut } : { ...shortcut, run: () => latest.current.find(({ keys }) => keys === shortcut.keys)?.run?.() },
    )
    publish([...shortcuts, ...offered])
    return () => publish(shortcuts.filter((shortcut) => !offered.includes(shortcut)))
  }, [signature])
}
