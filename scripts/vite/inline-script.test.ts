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
    removeEventListener: (type: string, listener: (event: object) => void) =>
      void (listeners[type] = (listeners[type] ?? []).filter((other) => other !== listener)),
  }
  const happen = (type: string, event: object) => {
    for (const listener of listeners[type] ?? []) listener(event)
  }
  return { page, happen }
}

test("the page's first script is one classic script for browsers without modules", async () => {
  const { text } = await firstScript
  expect(text).not.toMatch(/\b(import|export)\b/)
  expect(text).not.toMatch(/\?\.|\?\?/)
  expect(Buffer.byteLength(text)).toBeLessThan(2500)
})

test('errors before the app has started are stored and reported once it has', async () => {
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

test('only a stored session marks the document before the first paint', async () => {
  for (const [storage, marked] of [
    [{ 'sb-shop-auth-token': '{}' }, true],
    [{ cart: '[]' }, false],
  ] as const) {
    const { page } = browser({ ...storage })
    runInContext((await firstScript).text, createContext(page))
    expect('session' in page.document.documentElement.dataset).toBe(marked)
  }
})

test('a form that posts before the app has started is held, and sent once it has', async () => {
  const { page, happen } = browser()
  runInContext((await firstScript).text, createContext(page))
  let [held, pressed] = [0, 0]
  const button = { ariaBusy: null as string | null, click: () => (pressed += 1) }
  const send = (method: string) => happen('submit', { target: { method }, submitter: button, preventDefault: () => (held += 1) })
  send('get')
  expect([held, button.ariaBusy]).toEqual([0, null])
  send('post')
  expect([held, pressed, button.ariaBusy]).toEqual([1, 0, 'true'])
  const [app] = Object.values(page.window)
  app?.up(() => undefined)
  app?.up(() => undefined)
  expect([pressed, button.ariaBusy]).toEqual([1, null])
  send('post')
  expect(held).toBe(1)
})
