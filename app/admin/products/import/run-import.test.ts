import { expect, it } from 'vitest'
import type { ImportRow, WrittenChunk } from '../../../data/admin/products/import.ts'
import { startRun } from './run-import.ts'
import type { Planned } from './run-import.ts'

const planned = (count: number): Planned[] =>
  Array.from({ length: count }, (_, k) => ({
    row: k + 2,
    sku: `S-${k}`,
    import_key: null,
    set: { price: k },
    name: `Thing ${k}`,
    outcome: k % 2 === 0 ? 'new' : 'changed',
  }))
const asPlanned = (rows: readonly ImportRow[]): WrittenChunk => ({
  ok: true,
  rows: rows.map(({ row }) => ({ row, outcome: row % 2 === 0 ? 'new' : 'changed' })),
})
const settled = () => new Promise((resolve) => setTimeout(resolve))

it('writes every row once, in chunks, and counts what the database says', async () => {
  const sent: number[] = []
  const run = startRun({
    rows: planned(25),
    skip: true,
    chunk: 10,
    write: (rows) => {
      sent.push(rows.length)
      return Promise.resolve({
        ok: true,
        rows: rows.map(({ row }) =>
          row === 5
            ? { row, outcome: 'refused', message: 'above MRP' }
            : row === 6
              ? { row, outcome: 'same' }
              : { row, outcome: row % 2 === 0 ? 'new' : 'changed' },
        ),
      })
    },
  })
  expect(await run.ended).toMatchObject({ status: 'done', done: 25, added: 12, changed: 11, same: 1, refusals: [{ row: 5, sku: 'S-3', message: 'above MRP' }] })
  expect(sent).toEqual([10, 10, 5])
})

it('waits while the connection is down, sends the same chunk again and counts it as planned', async () => {
  let cut = true
  const firsts: number[] = []
  const run = startRun({
    rows: planned(20),
    skip: false,
    chunk: 10,
    write: (rows) => {
      firsts.push(rows[0]?.row ?? 0)
      if (rows[0]?.row === 12 && cut) return Promise.resolve({ ok: false, why: 'lost', message: 'TypeError: Failed to fetch' })
      // The first attempt did write the rows, so now all of them are unchanged.
      return Promise.resolve(rows[0]?.row === 12 ? { ok: true, rows: rows.map(({ row }) => ({ row, outcome: 'same' })) } : asPlanned(rows))
    },
  })
  await settled()
  expect(run.state()).toMatchObject({ status: 'paused', why: 'lost', done: 10 })
  cut = false
  run.resume()
  expect(await run.ended).toMatchObject({ status: 'done', done: 20, added: 10, changed: 10, same: 0 })
  expect(firsts).toEqual([2, 12, 12])
})

it('stops after the current chunk, and pauses at once', async () => {
  let answer: (chunk: WrittenChunk) => void = () => undefined
  const run = startRun({ rows: planned(30), skip: true, chunk: 10, write: (rows) => new Promise((resolve) => (answer = () => resolve(asPlanned(rows)))) })
  run.stop()
  expect(run.state().status).toBe('stopping')
  answer({ ok: true, rows: [] })
  expect(await run.ended).toMatchObject({ status: 'stopped', done: 10 })

  const paused = startRun({ rows: planned(30), skip: true, chunk: 10, write: () => Promise.reject(new Error('cut')) })
  await settled()
  expect(paused.state().status).toBe('paused')
  paused.stop()
  expect(await paused.ended).toMatchObject({ status: 'stopped', done: 0 })
})

it('a chunk that is refused as a whole stops it with the reason', async () => {
  const run = startRun({ rows: planned(3), skip: false, write: () => Promise.resolve({ ok: false, why: 'refused', message: 'above MRP' }) })
  expect(await run.ended).toMatchObject({ status: 'refused', done: 0, message: 'above MRP' })
})

it('makes families once their products are written, sends them again when an answer is lost, and names a refused one', async () => {
  const family = (name: string) => ({ key: name, name, options: ['Shade'], members: [{ sku: `${name}-1`, values: ['Red'] }] })
  let cut = true
  const sent: number[] = []
  const run = startRun({
    rows: planned(3),
    families: Array.from({ length: 25 }, (_, k) => family(`F${k}`)),
    skip: true,
    write: (rows) => Promise.resolve(asPlanned(rows)),
    join: (families) => {
      sent.push(families.length)
      if (cut && families.length === 5) return Promise.resolve({ ok: false, why: 'lost', message: 'cut' })
      return Promise.resolve({
        ok: true,
        families: families.map(({ key }) =>
          key === 'F3' ? { family: key, outcome: 'refused', message: 'Other options' } : { family: key, outcome: 'joined' },
        ),
      })
    },
  })
  await settled()
  expect(run.state()).toMatchObject({ status: 'paused', done: 3, families: 19 })
  cut = false
  run.resume()
  expect(await run.ended).toMatchObject({ status: 'done', families: 24, familyRefusals: [{ name: 'F3', message: 'Other options' }] })
  expect(sent).toEqual([20, 5, 5])
})
