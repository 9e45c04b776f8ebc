import { expect, test } from 'vitest'
import { timeline } from './timeline.ts'

const step = (id: string, status: string) => ({ id, status, notes: null, automatic: false, created_at: '2026-11-18T05:12:00Z' })
const of = (status: string, ...history: string[]) =>
  timeline(
    { status, created_at: '2026-11-18T05:12:00Z' },
    history.map((name, place) => step(String(place), name)),
  ).map(({ status: name, state }) => `${name} ${state}`)

test('an order on its way shows what happened and what comes', () => {
  expect(of('shipped', 'pending', 'processing', 'shipped')).toEqual(['pending done', 'processing done', 'shipped now', 'delivered next'])
})

test('nothing comes after a cancellation', () => {
  expect(of('cancelled', 'pending', 'cancelled')).toEqual(['pending done', 'cancelled now'])
})

test('an order without a recorded beginning still begins with being placed', () => {
  expect(of('pending')).toEqual(['pending now', 'processing next', 'shipped next', 'delivered next'])
})

test('steps taken in one transaction follow each other as an order takes them, whatever order they are read in', () => {
  expect(of('delivered', 'delivered', 'pending', 'shipped', 'processing')).toEqual(['pending done', 'processing done', 'shipped done', 'delivered now'])
  expect(of('cancelled', 'cancelled', 'processing', 'pending')).toEqual(['pending done', 'processing done', 'cancelled now'])
})

test('an order that a late payment opened again says so, and goes on', () => {
  const entries = timeline(
    { status: 'pending', created_at: '2026-11-18T05:12:00Z' },
    ['pending', 'cancelled', 'pending'].map((name, place) => ({ ...step(String(place), name), created_at: `2026-11-18T05:1${place}:00Z` })),
  )
  expect(entries.slice(0, 4).map(({ title }) => title)).toEqual(['Order placed', 'Cancelled', 'Payment received, order open again', 'Accepted and packed'])
})

test('a note is shown where it says more than the step', () => {
  const notes = timeline({ status: 'shipped', created_at: '2026-11-18T05:12:00Z' }, [
    { ...step('1', 'pending'), notes: 'Order placed', automatic: true },
    { ...step('2', 'shipped'), notes: 'Handed over in the shop' },
  ]).map((entry) => entry.notes)
  expect(notes).toEqual([null, 'Handed over in the shop', null])
})
