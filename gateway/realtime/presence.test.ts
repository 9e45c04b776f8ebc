import { expect, test } from 'vitest'
import { createPresenceStore, type PresenceEntry } from './presence.ts'

const entry = (member: string, key: string, ref: string, topic = 't'): PresenceEntry => ({ topic, member, key, meta: { phx_ref: ref, mood: ref } })
const refs = (metas: Record<string, { metas: { phx_ref: string }[] }>): unknown =>
  Object.fromEntries(Object.entries(metas).map(([key, { metas: list }]) => [key, list.map(({ phx_ref }) => phx_ref)]))

test('an update is a leave and a join at once', () => {
  const book = createPresenceStore()
  expect(refs(book.put('p', entry('m', 'anna', '1'))?.joins ?? {})).toEqual({ anna: ['1'] })
  const diff = book.put('p', entry('m', 'anna', '2'))
  expect([refs(diff?.joins ?? {}), refs(diff?.leaves ?? {})]).toEqual([{ anna: ['2'] }, { anna: ['1'] }])
  expect(diff?.joins['anna']?.metas[0]).toMatchObject({ phx_ref_prev: '1' })
  expect(refs(book.state('t'))).toEqual({ anna: ['2'] })
})

test('a key has one presence per member, from any process', () => {
  const book = createPresenceStore()
  book.put('p', entry('m', 'anna', '1'))
  book.put('q', entry('m', 'anna', '2'))
  book.put('q', entry('n', 'bala', '3', 'other'))
  expect(refs(book.state('t'))).toEqual({ anna: ['1', '2'] })
  expect(refs(book.remove('p', 't', 'm')?.leaves ?? {})).toEqual({ anna: ['1'] })
  expect(book.remove('p', 't', 'm')).toBeNull()
})

test('the state of a process replaces its previous state, and only the difference is sent', () => {
  const book = createPresenceStore()
  book.put('q', entry('a', 'anna', '1'))
  book.put('q', entry('b', 'bala', '2'))
  const diffs = book.replace('q', [entry('b', 'bala', '2'), entry('c', 'chitra', '3')])
  expect([...diffs.keys()]).toEqual(['t'])
  expect([refs(diffs.get('t')?.joins ?? {}), refs(diffs.get('t')?.leaves ?? {})]).toEqual([{ chitra: ['3'] }, { anna: ['1'] }])
  expect(book.replace('q', [entry('b', 'bala', '2'), entry('c', 'chitra', '3')]).size).toBe(0)
  expect(refs(book.replace('q', []).get('t')?.leaves ?? {})).toEqual({ bala: ['2'], chitra: ['3'] })
  expect(book.of('q')).toEqual([])
})

test('a topic is full at 1,000 presences, and existing ones can still change', () => {
  const book = createPresenceStore()
  for (let number = 0; number < 1000; number += 1) expect(book.put('p', entry(`m${number}`, 'k', String(number)))).not.toBeNull()
  expect(book.put('p', entry('late', 'k', 'late'))).toBeNull()
  expect(book.put('p', entry('m1', 'k', 'again'))).not.toBeNull()
})
