/** The meaning of a key press: pure, so that it can be tested without a browser. */
export type Press = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean }

const NAMES: Record<string, string> = { ' ': 'Space', Esc: 'Escape' }

/** 'j', 'Shift+X', 'Mod+K', '?', 'Enter'. Mod is ⌘ or Ctrl. A character that needs Shift (?, #) is written as that character alone. */
export function chordOf(press: Press): string {
  const key = NAMES[press.key] ?? press.key
  const letter = /^\p{L}$/u.test(key)
  const mod = press.ctrlKey || press.metaKey
  const name = letter && (mod || press.shiftKey) ? key.toUpperCase() : letter ? key.toLowerCase() : key
  const shift = press.shiftKey && (letter || key.length > 1)
  return [mod ? 'Mod' : '', press.altKey ? 'Alt' : '', shift ? 'Shift' : '', name].filter(Boolean).join('+')
}

/** Keys that only modify other keys. */
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta', 'CapsLock', 'AltGraph', 'Dead', 'Process'])
export const isModifier = (key: string): boolean => MODIFIERS.has(key)

/** Whether a chord is a single plain key, which speech input and accidental presses trigger (WCAG 2.1.4). */
export const isSingle = (keys: string): boolean => !keys.includes('+') || keys.startsWith('Shift+')

/**
 * Matches the pressed keys, including a pending first key ('g' of 'g o').
 * @returns the shortcut to run, or the first key to remember
 */
export function match(pending: string | null, chord: string, known: readonly string[]): { run: string } | { wait: string } | null {
  const sequence = pending === null ? chord : `${pending} ${chord}`
  if (known.includes(sequence)) return { run: sequence }
  if (known.some((keys) => keys.startsWith(`${sequence} `))) return { wait: sequence }
  // A second key that matches nothing may itself start a sequence.
  return pending === null ? null : match(null, chord, known)
}

/** The keys as shown on key caps: ⌘ on a Mac, Ctrl elsewhere. */
export function capsOf(keys: string, mac: boolean): string[][] {
  const caps: Record<string, string> = {
    Mod: mac ? '⌘' : 'Ctrl',
    Shift: mac ? '⇧' : 'Shift',
    Alt: mac ? '⌥' : 'Alt',
    Escape: 'Esc',
    ArrowDown: '↓',
    ArrowUp: '↑',
  }
  return keys.split(' ').map((chord) => chord.split('+').map((part) => caps[part] ?? (part.length === 1 ? part.toUpperCase() : part)))
}
