import { readPersonal, writePersonal } from '../data/session/personal-storage.ts'

type Typed = { path: string; texts: Record<string, string> }
type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Also in after-idle.tsx, which must not carry this file. */
const TYPED_TEXTS = 'typed-texts'
/** Neither secrets nor what a script may not set; a chosen file cannot be kept. */
const NOT_KEPT = /^(password|hidden|file|submit|button|reset|image|checkbox|radio)$/
const SECRET = /password|one-time-code|^cc-/
/** Fields of screens that load first are waited for this long. */
const WAIT_FOR_FIELDS_MS = 15_000

/** What is typed on this screen, kept in this tab over the reload that was agreed to. Never a password. */
export function keepTypedTexts(): void {
  keep(Object.fromEntries([...fields()].filter(([, field]) => field.value !== '').map(([key, field]) => [key, field.value])))
}

function keep(texts: Record<string, string>): void {
  writePersonal('session', TYPED_TEXTS, Object.keys(texts).length === 0 ? null : ({ path: location.pathname + location.search, texts } satisfies Typed))
}

const waiting = new Map<string, string>()
/** Fields in which somebody types: theirs is newer than what was kept. */
const touched = new WeakSet<EventTarget>()

/** Shows the texts at once, while the app does not stand yet: it takes over fields as it finds them. */
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

/** Once the app stands: types the texts, so that forms that follow every letter know them too. Screens of a signed-in customer bring their fields later. */
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

/** @returns whether nothing is waited for any more */
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

/** As the screen brought it: nobody has typed or chosen anything in it. */
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

/** By their form's place and their name, else their id. The search box of the header belongs to the address. */
function fields(): Map<string, TextField> {
  const main = document.getElementById('content') ?? document.querySelector('main')
  const found = [...(main?.querySelectorAll<TextField>(':is(input,textarea,select)') ?? [])]
  return new Map(
    found
      .filter((field) => !NOT_KEPT.test(field.type) && !SECRET.test(field.autocomplete) && (field.name || field.id) !== '')
      .map((field) => [field.name || field.id, field]),
  )
}

/** React tells a change by what it last saw in the field: it is shown the empty field first, and the text is set past it. */
function type(field: TextField, text: string) {
  field.value = ''
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')?.set
  setter?.call(field, text)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

showTypedTexts()
