import { describe, expect, it } from 'vitest'
import { afterSending, changesBetween, editOf, mergedOver, readAgainAs, savedAs } from './edit-state.ts'

type Row = { version: number; name: string; city: string; tags: string[] }
const valuesOf = ({ name, city, tags }: Row) => ({ name, city, tags })
const read: Row = { version: 1, name: 'Rose', city: 'Pune', tags: ['a'] }

describe('what is typed', () => {
  it('is a change where it differs from what was read, also inside a list', () => {
    expect(changesBetween(valuesOf(read), { name: 'Rose', city: 'Mumbai', tags: ['a', 'b'] })).toEqual({ city: 'Mumbai', tags: ['a', 'b'] })
    expect(changesBetween(valuesOf(read), { ...valuesOf(read), tags: ['a'] })).toEqual({})
  })
  it('while a save is on its way stays, and is a change of the saved row', () => {
    const sent = { ...valuesOf(read), name: 'Rose Cream' }
    const typing = { ...editOf(read, sent), values: { ...sent, city: 'Mumbai' } }
    const row: Row = { ...read, version: 2, name: 'Rose Cream' }
    const after = savedAs(typing, row, valuesOf(row), sent)
    expect(after.row.version).toBe(2)
    expect(changesBetween(valuesOf(after.row), after.values)).toEqual({ city: 'Mumbai' })
  })
  it('is shown as the shop keeps it once it is saved', () => {
    const sent = { ...valuesOf(read), name: '  Rose Cream ' }
    const row: Row = { ...read, version: 2, name: 'Rose Cream' }
    expect(savedAs(editOf(read, sent), row, valuesOf(row), sent).values.name).toBe('Rose Cream')
  })
  it('and was not part of a partial save stays', () => {
    const typed = { name: 'Rose Cream', city: 'Mumbai', tags: ['a'] }
    const row: Row = { ...read, version: 2, name: 'Rose Cream' }
    const after = savedAs(editOf(read, typed), row, valuesOf(row), { name: 'Rose Cream' })
    expect(after.values).toEqual({ name: 'Rose Cream', city: 'Mumbai', tags: ['a'] })
  })
})

describe('a form that is empty again after each save', () => {
  const empty = { batch: '', pieces: '' }
  const sent = { batch: 'KV1', pieces: '20' }
  it('empties the fields that still hold what was sent', () => {
    expect(afterSending(sent, sent, empty)).toEqual(empty)
  })
  it('keeps what was typed while it was saved', () => {
    expect(afterSending({ batch: 'KV2', pieces: '20' }, sent, empty)).toEqual({ batch: 'KV2', pieces: '' })
  })
})

it('a file is another one even if all its properties are the same', () => {
  const [one, other] = [new Blob(['a']), new Blob(['a'])]
  expect(changesBetween({ picture: one }, { picture: one })).toEqual({})
  expect(changesBetween({ picture: one }, { picture: other })).toEqual({ picture: other })
})

it('saving over what someone else saved keeps their value of every field that was not touched here', () => {
  const mine = editOf(read, { ...valuesOf(read), name: 'Mine' })
  const theirs: Row = { version: 5, name: 'Theirs', city: 'Delhi', tags: ['a'] }
  const merged = mergedOver(mine, theirs, valuesOf(theirs), valuesOf(read))
  expect(merged).toEqual({ row: theirs, values: { name: 'Mine', city: 'Delhi', tags: ['a'] }, stale: null })
})

describe('a row that is read again beside its form', () => {
  const typed = editOf(read, { ...valuesOf(read), name: 'Mine' })
  const again = (theirs: Row, was = typed) => readAgainAs(was, theirs, valuesOf(theirs), valuesOf(was.row), 'Undo')
  it('is shown below what is typed', () => {
    const theirs: Row = { ...read, version: 5, city: 'Delhi' }
    expect(again(theirs)).toEqual({ row: theirs, values: { name: 'Mine', city: 'Delhi', tags: ['a'] }, stale: null })
  })
  it('is shown beside what is typed if a typed field has another value now', () => {
    const theirs: Row = { ...read, version: 5, name: 'Theirs' }
    expect(again(theirs)).toEqual({ ...typed, stale: { row: theirs, by: 'Undo' } })
    expect(again({ ...theirs, name: 'Mine' }).stale).toBeNull()
  })
  it('takes the place of the row that a refused save has shown', () => {
    const theirs: Row = { ...read, version: 6, city: 'Delhi' }
    expect(again(theirs, { ...typed, stale: { row: { ...read, version: 5 }, by: 'Ravi' } })).toEqual({ ...typed, stale: { row: theirs, by: 'Ravi' } })
  })
})
