import { readPersonal, writePersonal } from '../data/personal-storage.ts'

type Typed = { path: string; texts: Record<string, string> }
type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const NAME = 'typed-texts'
/** Neither secrets nor what a script may not set; a chosen file cannot be kept. */
const NOT_KEPT = /^(password|hidden|file|submit|button|reset|image|checkbox|radio)$/
const SECRET = /password|one-time-code|^cc-/

/** What is typed on this screen, kept in this tab over the reload that was agreed to. Never a password. */
export function keepTypedTexts(): void {
  const texts = Object.fromEntries([...fields()].filter(([, field]) => field.value !== '').map(([key, field]) => [key, field.value]))
  writePersonal('session', NAME, Object.keys(texts).length === 0 ? null : ({ path: location.pathname + location.search, texts } satisfies Typed))
}

/**
 * Puts the texts back where they were, as if typed, so that forms that follow every letter know them too. Screens of a
 * signed-in customer bring their fields later: until then this answers false.
 */
export function putTypedTextsBack(): boolean {
  const kept = readPersonal('session', NAME) as Typed | null
  if (kept === null || kept.path !== location.pathname + location.search) return true
  const wanted = Object.entries(kept.texts)
  const present = fields()
  if (!wanted.some(([key]) => present.has(key))) return false
  for (const [key, text] of wanted) {
    const field = present.get(key)
    if (field && field.value !== text) type(field, text)
  }
  writePersonal('session', NAME, null)
  return true
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

/** React listens to the event and compares with what it set itself: the value is set past it. */
function type(field: TextField, text: string) {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')?.set
  setter?.call(field, text)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}
