import { readPersonal, writePersonal } from '../data/session/personal-storage.ts'

type Typed = { path: string; texts: Record<string, string> }
type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Repeated in after-first-action.tsx, which must not import this file. */
const TYPED_TEXTS = 'typed-texts'
/** Excludes secrets and fields that a script may not set; a chosen file cannot be stored. */
const NOT_SAVED = /^(password|hidden|file|submit|button|reset|image|checkbox|radio)$/
const SECRET = /password|one-time-code|^cc-/
/** How long to wait for the fields of screens that load first. */
const WAIT_FOR_FIELDS_MS = 15_000

/** Stores what is typed on this screen in this tab, for the reload that the user agreed to. Never a password. */
export function keepTypedTexts(): void {
  keep(Object.fromEntries([...fields()].filter(([, field]) => field.value !== '').map(([key, field]) => [key, field.value])))
}

function keep(texts: Record<string, string>): void {
  writePersonal('session', TYPED_TEXTS, Object.keys(texts).length === 0 ? null : ({ path: location.pathname + location.search, texts } satisfies Typed))
}

const waiting = new Map<string, string>()
/** Fields in which the user types: their text is newer than the stored one. */
const touched = new WeakSet<EventTarget>()

/** Shows the texts at once, before the app hydrates: React adopts fields as it finds them. */
function showTypedTexts(): void {
  const kept = readPersonal('session', TYPED_TEXTS) as Typed | null
  if (kept === null || kept.path !== location.pathname + location.search) return
  for (const [key, text] of Object.entries(kept.texts)) waiting.set(key, text)
  document.addEventListener('input', ({ isTrusted, target }) => isTrusted && target && touched.add(target), true)
  const present = fields()
  for (const [key, text] of waiting) {
    const field = present.get(key)
    if (field && isFree(field)) field.value = text
  }
}

/** After hydration: types the texts, so that forms that listen to every letter know them too. Screens of a signed-in customer add their fields later. */
export function putTypedTextsBack(): void {
  if (putPresent()) return
  const watch = new MutationObserver(() => putPresent() && stop())
  const clock = setTimeout(stop, WAIT_FOR_FIELDS_MS)
  watch.observe(document.body, { childList: true, subtree: true })
  function stop() {
    clearTimeout(clock)
    watch.disconnect()
    keep({})
  }
}

/** @returns whether nothing is left to wait for */
function putPresent(): boolean {
  if (waiting.size === 0) return true
  const present = fields()
  const before = waiting.size
  for (const [key, text] of waiting) {
    const field = present.get(key)
    if (!field) continue
    waiting.delete(key)
    if (isFree(field) || (field.value === text && !touched.has(field))) type(field, text)
  }
  if (waiting.size < before) keep(Object.fromEntries(waiting))
  return waiting.size === 0
}

/** The field is as the screen rendered it: nothing was typed or chosen in it. */
function isFree(field: TextField): boolean {
  if (touched.has(field)) return false
  if (field instanceof HTMLSelectElement)
    return (
      field.selectedIndex ===
      Math.max(
        0,
        [...field.options].findIndex((option) => option.defaultSelected),
      )
    )
  return field.value === field.defaultValue
}

/** The form's fields by name, otherwise by id. The search box of the header follows the URL and is left out. */
function fields(): Map<string, TextField> {
  const main = document.getElementById('content') ?? document.querySelector('main')
  const found = [...(main?.querySelectorAll<TextField>(':is(input,textarea,select)') ?? [])]
  return new Map(
    found
      .filter((field) => !NOT_SAVED.test(field.type) && !SECRET.test(field.autocomplete) && (field.name || field.id) !== '')
      .map((field) => [field.name || field.id, field]),
  )
}

/**
 * React detects a change by comparing with the last value it saw: it gets the empty field first, and then the native setter writes the
 * text without React's own tracking.
 */
function type(field: TextField, text: string) {
  field.value = ''
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')?.set
  setter?.call(field, text)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

showTypedTexts()
