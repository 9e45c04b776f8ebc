import * as say from '#words/ui.ts'
export type ToastTone = 'plain' | 'success' | 'error'
export type ToastAction = { label: string; to: string } | { label: string; onClick: () => void }
/** `name`: the part of the description that another person wrote, in any script. */
export type ToastInput = { title: string; description?: string; name?: string; action?: ToastAction; tone?: ToastTone }
export type Toast = ToastInput & { id: number }

const LIFE_MS = 6000
const LIFE_WITH_ACTION_MS = 9000
const AT_ONCE = 3

let toasts: readonly Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()

function publish(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

function startTimer(item: Toast) {
  clearTimeout(timers.get(item.id))
  timers.set(
    item.id,
    setTimeout(() => dismissToast(item.id), item.action ? LIFE_WITH_ACTION_MS : LIFE_MS),
  )
}

/** Shows a message in the polite live region. The same sentence twice in a row replaces itself instead of stacking. */
export function toast(input: ToastInput): number {
  const item: Toast = { ...input, id: nextId++ }
  const others = toasts.filter((shown) => shown.title !== item.title || shown.description !== item.description)
  publish([...others, item].slice(-AT_ONCE))
  startTimer(item)
  return item.id
}

/** Shows an error that needs no screen of its own: 'Error: ' and the first 50 characters (docs/rules.md#numbers-and-timings). */
export function toastLogged(message: string): number {
  return toast({ title: say.logged([...message].slice(0, 50).join('')), tone: 'error' })
}

export function dismissToast(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  publish(toasts.filter((item) => item.id !== id))
}

/** Pauses the timers of the toasts while the pointer or the focus is over them. */
export function holdToasts(): void {
  for (const timer of timers.values()) clearTimeout(timer)
}
export function releaseToasts(): void {
  for (const item of toasts) startTimer(item)
}

export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: (): readonly Toast[] => toasts,
}
