import { describe, expect, it } from 'vitest'
import { READY, recheck, refused, settled, started, withoutErrors } from './submit-state.ts'

describe('a form that is sent', () => {
  it('hides the last message while the next attempt runs', () => {
    const failed = refused(READY, { message: 'No connection', errors: { name: 'Enter a name' } })
    expect(started(failed)).toEqual({ busy: true, attempt: 1, message: null, errors: {} })
  })
  it('counts failed tries alone, so that the same message takes the focus again', () => {
    const twice = refused(started(refused(started(READY), { message: 'No connection' })), { message: 'No connection' })
    expect(twice).toMatchObject({ busy: false, attempt: 2, message: 'No connection' })
    expect(settled(started(twice))).toMatchObject({ busy: false, attempt: 2, message: null })
  })
  it('forgets the error of an edited field and keeps the others', () => {
    const failed = refused(READY, { errors: { name: 'Enter a name', email: 'Enter an email address' } })
    expect(withoutErrors(failed, ['name']).errors).toEqual({ email: 'Enter an email address' })
    expect(withoutErrors(failed, ['phone'])).toBe(failed)
  })
})

describe('an error after an edit', () => {
  const end = { ends: 'Ends before it starts' }
  it('stays until its field is right', () => {
    expect(recheck({ name: 'Enter a name' }, ['name'], { name: 'Enter a name' }, { name: 'At most 80 letters' })).toEqual({ name: 'At most 80 letters' })
    expect(recheck({ name: 'Enter a name' }, ['name'], { name: 'Enter a name' }, {})).toEqual({})
  })
  it('goes when another field fixes it', () => expect(recheck(end, ['starts'], end, {})).toEqual({}))
  it('of the server goes when its own field is edited, not before', () => {
    expect(recheck({ sku: 'Taken' }, ['name'], {}, {})).toEqual({ sku: 'Taken' })
    expect(recheck({ sku: 'Taken' }, ['sku'], {}, {})).toEqual({})
    expect(recheck({ 'invoice.prefix': 'Taken' }, ['invoice'], {}, {})).toEqual({})
  })
  it('is not added for a field that was not tried yet', () => expect(recheck({}, ['name'], {}, { name: 'Enter a name' })).toEqual({}))
})
