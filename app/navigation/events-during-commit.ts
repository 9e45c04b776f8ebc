/**
 * From the moment React starts a view transition until it has changed the page, it ignores every event: it switches its events off for
 * a commit, and with a transition a commit waits until the browser has taken its picture of the old page. On a slow phone that is
 * long enough to lose a press. Events of that time are held, and sent again once React listens.
 *
 * A commit also writes the old state into the fields that it renders, so what was ticked or typed in that time is put back first.
 */
import { presentControl } from './present-control.ts'

/** `close`, `cancel` and `toggle` come from native dialogs and `<details>`: unheard, a screen would take a closed dialog for an open one. */
const TYPES = ['click', 'input', 'change', 'submit', 'keydown', 'keyup', 'pointerup', 'focusout', 'close', 'cancel', 'toggle']

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isField = (target: Element): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
const isTick = (target: Element): target is HTMLInputElement => target instanceof HTMLInputElement && /^(checkbox|radio)$/.test(target.type)

/** The setter of the browser: React replaces that of each field, to notice what it has set itself. */
function setValue(field: Field, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as Field, 'value') ?? {}
  set?.call(field, value)
}

/** What sends a held event again; it is made when the event comes, because it keeps what the field has then. */
function again(event: Event, target: Element): () => void {
  const copy = () => target.isConnected && target.dispatchEvent(new (event.constructor as typeof Event)(event.type, event))
  if (event.type === 'click' && isTick(target)) {
    const { checked } = target
    return () => {
      // A click turns it over: from the other state to the one that was chosen. A radio button that is on stays on.
      if (target.checked === checked) target.checked = !checked
      copy()
    }
  }
  // Links, buttons and forms act only when the copy arrives.
  if (event.type === 'click' || event.type === 'submit') event.preventDefault()
  if (event.type === 'click') return () => presentControl(target)?.dispatchEvent(new MouseEvent('click', event))
  if (event.type === 'submit' && target instanceof HTMLFormElement) return () => target.isConnected && target.requestSubmit((event as SubmitEvent).submitter)
  if ((event.type === 'input' || event.type === 'change') && isField(target) && target.type !== 'file' && !isTick(target)) {
    const { value } = target
    return () => {
      if (target.value !== value) setValue(target, value)
      copy()
    }
  }
  return copy
}

/** Holds events from now on, for as long as the page lives. */
export function keepEventsDuringCommits(): void {
  // Hidden until now (entry.client.tsx). Older browsers have none.
  Reflect.deleteProperty(document, 'startViewTransition')
  if (!('startViewTransition' in document)) return
  let deaf = false
  let held: (() => void)[] = []
  const listen = (): void => {
    deaf = false
    const now = held
    held = []
    for (const send of now) send()
  }
  const hold = (event: Event): void => {
    // A press on the html element is one that missed: see lost-presses.ts.
    if (!deaf || !(event.target instanceof Element) || event.target === document.documentElement) return
    // With such a key the browser acts and not the page.
    if (event instanceof MouseEvent && (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)) return
    event.stopImmediatePropagation()
    held.push(again(event, event.target))
  }
  for (const type of TYPES) addEventListener(type, hold, true)

  const start = document.startViewTransition.bind(document)
  document.startViewTransition = (options) => {
    const { update, ...rest } = typeof options === 'function' ? { update: options } : (options ?? {})
    deaf = true
    const transition = start({
      ...rest,
      update: () => {
        try {
          return update?.()
        } finally {
          listen()
        }
      },
    })
    transition.updateCallbackDone.then(listen, listen)
    return transition
  }
}
