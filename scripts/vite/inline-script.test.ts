import path from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { classicScript } from './inline-script.ts'

const firstScript = classicScript(path.resolve('app/start/first-script.ts'))

/** A minimal browser: what the script needs before anything else has loaded. */
function browser(storage: Record<string, string> = {}) {
  const listeners: Record<string, ((event: object) => void)[]> = {}
  class Element {
    readonly localName: string = 'div'
  }
  const page = {
    window: {} as Record<string, { up: (next: () => void) => void; length: number }>,
    document: { documentElement: { dataset: {} as Record<string, string> }, getElementById: () => null },
    location: { search: '', origin: 'https://shop.example' },
    localStorage: storage,
    sessionStorage: {},
    Element,
    HTMLScriptElement: class extends Element {},
    HTMLTemplateElement: class extends Element {},
    addEventListener: (type: string, listener: (event: object) => void) => void (listeners[type] ??= []).push(listener),
  }
  const happen = (type: string, event: object) => {
    for (const listener of listeners[type] ?? []) listener(event)
  }
  return { page, happen }
}

test("the page's first script is one classic script that browsers without modules read", async () => {
  const { text } = await firstScript
  expect(text).not.toMatch(/\b(import|export)\b/)
  expect(text).not.toMatch(/\?\.|\?\?/)
  expect(Buffer.byteLength(text)).toBeLessThan(1500)
})

test('what fails before the app stands is kept and reported when it stands', async () => {
  const { page, happen } = browser()
  runInContext((await firstScript).text, createContext(page))
  happen('error', { target: page.window, error: new Error('early') })
  happen('unhandledrejection', { target: page.window, reason: new Error('also early') })
  const [kept] = Object.values(page.window)
  expect(kept?.length).toBe(2)
  let reported = 0
  kept?.up(() => (reported += 1))
  expect(reported).toBe(1)
  happen('error', { target: page.window, error: new Error('late') })
  expect(reported).toBe(2)
})

test('a stored session marks the document before the first paint, and nothing else does', async () => {
  for (const [storage, marked] of [
    [{ 'sb-shop-auth-token': '{}' }, true],
    [{ cart: '[]' }, false],
  ] as const) {
    const { page } = browser({ ...storage })
    runInContext((await firstScript).text, createContext(page))
    expect('session' in page.document.documentElement.dataset).toBe(marked)
  }
})
