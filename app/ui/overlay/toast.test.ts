import { afterEach, expect, test, vi } from 'vitest'
import { dismissToast, toast, toastLogged, toastStore } from './toast.ts'

afterEach(() => {
  for (const { id } of toastStore.read()) dismissToast(id)
  vi.useRealTimers()
})
const titles = (): string[] => toastStore.read().map(({ title }) => title)

test('a logged error is named by its first 50 characters', () => {
  toastLogged('x'.repeat(50))
  toastLogged(`${'y'.repeat(50)}z`)
  expect(titles()).toEqual([`Error: ${'x'.repeat(50)}`, `Error: ${'y'.repeat(50)}`])
})

test('a character that takes two code units is not cut in half', () => {
  toastLogged(`${'x'.repeat(49)}💄 and more`)
  expect(titles()).toEqual([`Error: ${'x'.repeat(49)}💄`])
})

test('three are shown at once, and the same sentence replaces itself', () => {
  for (const title of ['one', 'two', 'two', 'three', 'four']) toast({ title })
  expect(titles()).toEqual(['two', 'three', 'four'])
})

test('a message disappears after 6 seconds, one with an action after 9', () => {
  vi.useFakeTimers()
  toast({ title: 'plain' })
  toast({ title: 'with Undo', action: { label: 'Undo', onClick: () => undefined } })
  vi.advanceTimersByTime(6000)
  expect(titles()).toEqual(['with Undo'])
  vi.advanceTimersByTime(3000)
  expect(titles()).toEqual([])
})
