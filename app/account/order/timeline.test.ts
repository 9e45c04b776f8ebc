import { expect, test } from 'vitest'
import type { OrderStatus } from '#domain/orders/order-status.ts'
import { timeline } from './timeline.ts'

const step = (id: string, status: OrderStatus) => ({ id, status, notes: null, automatic: false, created_at: '2026-11-18T05:12:00Z' })
const of = (status: OrderStatus, ...history: OrderStatus[]) =>
  timeline(
    { status, created_at: '2026-11-18T05:12:00Z' },
    history.map((name, place) => step(String(place), name)),
  ).map(({ status: name, state }) => `${name} ${state}`)

test('a shipped order shows past and future steps', () => {
  expect(of('shipped', 'pending', 'processing', 'shipped')).toEqual(['pending done', 'processing done', 'shipped now', 'delivered next'])
})

test('no steps follow a cancellation', () => {
  expect(of('cancelled', 'pending', 'cancelled')).toEqual(['pending done', 'cancelled now'])
})

test('an order without a recorded start still starts with being placed', () => {
  expect(of('pending')).toEqual(['pending now', 'processing next', 'shipped next', 'delivered next'])
})

test('steps of one transaction are in the order of the workflow, whatever order they are read in', () => {
  expect(of('delivered', 'delivered', 'pending', 'shipped', 'processing')).toEqual(['pending done', 'processing done', 'shipped done', 'delivered now'])
  expect(of('cancelled', 'cancelled', 'processing', 'pending')).toEqual(['pending done', 'processing done', 'cancelled now'])
})

test('an order that a late payment reopened says so, and continues', () => {
  const entries = timeline(
    { status: 'pending', created_at: '2026-11-18T05:12:00Z' },
    (['pending', 'cancelled', 'pending'] as const).map((name, place) => ({ ...step(String(place), name), created_at: `2026-11-18T05:1${place}:00Z` })),
  )
  expect(entries.slice(0, 4).map(({ title }) => title)).toEqual(['Order placed', 'Cancelled', 'Payment received, order open again', 'Accepted and packed'])
})

test('a parcel that came back changed the order, which was shipped once', () => {
  const entries = timeline({ status: 'shipped', created_at: '2026-11-18T05:12:00Z' }, [
    { ...step('1', 'pending'), automatic: true },
    { ...step('2', 'shipped'), automatic: true, created_at: '2026-11-19T06:12:00Z' },
    { ...step('3', 'shipped'), notes: 'Order changed: parcel 2 was not delivered and comes back: 1 × Serum.', created_at: '2026-11-22T06:12:00Z' },
  ])
  expect(entries.slice(1, 3).map(({ title }) => title)).toEqual(['Shipped', 'Order changed'])
})

test('a parcel that is not the last one has its own entry', () => {
  const entries = timeline({ status: 'processing', created_at: '2026-11-18T05:12:00Z' }, [
    { ...step('1', 'pending'), automatic: true },
    { ...step('2', 'processing'), automatic: true, created_at: '2026-11-18T06:12:00Z' },
    { ...step('3', 'processing'), notes: 'Parcel 1 shipped with DTDC, tracking D1', created_at: '2026-11-18T07:12:00Z' },
  ])
  expect(entries.map(({ status, title, notes }) => [status, title, notes])).toEqual([
    ['pending', 'Order placed', null],
    ['processing', 'Accepted and packed', null],
    ['beside', 'Parcel 1 shipped with DTDC, tracking D1', null],
    ['shipped', 'Shipped', null],
    ['delivered', 'Delivered', null],
  ])
})

test('the steps of a return have entries of their own after the delivery', () => {
  const entries = timeline({ status: 'delivered', created_at: '2026-11-18T05:12:00Z' }, [
    { ...step('1', 'pending'), automatic: true },
    { ...step('2', 'delivered'), automatic: true, created_at: '2026-11-18T06:12:00Z' },
    { ...step('3', 'delivered'), notes: 'Return 1 requested', created_at: '2026-11-19T06:12:00Z' },
  ])
  expect(entries.map(({ title, notes, state }) => [title, notes, state])).toEqual([
    ['Order placed', null, 'done'],
    ['Delivered', null, 'done'],
    ['Return 1 requested', null, 'now'],
  ])
})

test('a change of an accepted order says so', () => {
  const at = (hour: number) => `2026-11-18T0${hour}:12:00Z`
  const entries = timeline({ status: 'processing', created_at: at(5) }, [
    { ...step('1', 'pending'), automatic: true },
    { ...step('2', 'processing'), automatic: true, created_at: at(6) },
    { ...step('3', 'processing'), notes: 'Order changed: Customer called (Serum 2 → 1).', created_at: at(7) },
  ])
  expect(entries.slice(1, 3).map(({ title }) => title)).toEqual(['Accepted and packed', 'Order changed'])
})

test('a change by staff says so', () => {
  const entries = timeline({ status: 'pending', created_at: '2026-11-18T05:12:00Z' }, [
    { ...step('1', 'pending'), automatic: true },
    { ...step('2', 'pending'), notes: 'Order changed: Customer called (Serum 2 → 1).', created_at: '2026-11-18T06:12:00Z' },
  ])
  expect(entries.slice(0, 2).map(({ title, notes }) => [title, notes])).toEqual([
    ['Order placed', null],
    ['Order changed', 'Order changed: Customer called (Serum 2 → 1).'],
  ])
})

test('a note is shown where it says more than the step', () => {
  const notes = timeline({ status: 'shipped', created_at: '2026-11-18T05:12:00Z' }, [
    { ...step('1', 'pending'), notes: 'Order placed', automatic: true },
    { ...step('2', 'shipped'), notes: 'Handed over in the shop' },
  ]).map((entry) => entry.notes)
  expect(notes).toEqual([null, 'Handed over in the shop', null])
})
