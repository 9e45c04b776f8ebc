import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetPersonalStorage } from '../session/personal-storage.ts'
import { publishSession, signedOut } from '../session/session-state.ts'
import { MemoryStorage } from '../session/testing/memory-storage.ts'
import { moveListToTab, saveList, savedList } from './saved-list.ts'

const signIn = (id: string) => publishSession({ ...signedOut, status: 'signed-in', user: { id, email: `${id}@looks.example`, fullName: id } })
const list = { text: 'SOAP-1\t2', checked: true }
const DAY = 24 * 60 * 60 * 1000

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  publishSession(signedOut)
})
afterEach(() => vi.unstubAllGlobals())

test("a visitor's list is theirs after the sign-in, for a week", () => {
  saveList(list)
  expect(savedList()).toMatchObject({ ...list, of: null })
  signIn('asha')
  expect(savedList()).toMatchObject(list)
  expect(savedList(Date.now() + 8 * DAY)).toBeNull()
})

test('the list of a session that ended by itself is in the tab alone, and only its customer sees it', () => {
  signIn('asha')
  saveList(list)
  publishSession(signedOut)
  moveListToTab()
  vi.stubGlobal('localStorage', new MemoryStorage())
  expect(savedList()).toBeNull()
  signIn('meera')
  expect(savedList()).toBeNull()
  signIn('asha')
  expect(savedList()).toMatchObject({ ...list, of: 'asha' })
})

test('what is typed on after the end of the session still belongs to its customer', () => {
  signIn('asha')
  saveList(list)
  publishSession(signedOut)
  saveList({ ...list, text: 'SOAP-1\t3' }, 'asha')
  expect(Object.keys(localStorage)).toEqual([])
  expect(savedList()).toBeNull()
  signIn('asha')
  expect(savedList()?.text).toBe('SOAP-1\t3')
})

test('the newest list counts, and one that is saved replaces the others', () => {
  vi.setSystemTime(0)
  saveList(list, 'asha')
  vi.setSystemTime(DAY)
  saveList({ text: 'KOHL-1\t1', checked: false })
  vi.useRealTimers()
  signIn('asha')
  expect(savedList(DAY)?.text).toBe('KOHL-1\t1')
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('a sign-out removes it wherever it is', () => {
  signIn('asha')
  saveList(list)
  publishSession(signedOut)
  moveListToTab()
  forgetPersonalStorage()
  signIn('asha')
  expect(savedList()).toBeNull()
})
