import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkGstin, gstinCheckCharacter } from './gstin.ts'
import { STATES } from './states.ts'

describe('checkGstin', () => {
  test.each([
    ['22AAAAA0000A1ZC', 'Chhattisgarh'],
    ['29ABCDE1234F1ZW', 'Karnataka'],
    [' 29abcde 1234f1zw ', 'Karnataka'],
  ])('%s is valid, of %s', (text, state) => {
    expect(checkGstin(text)).toMatchObject({ ok: true, gstin: text.replaceAll(' ', '').toUpperCase(), state: { name: state } })
  })

  test.each([
    ['22AAAAA0000A1Z5', 'checksum'],
    ['22AAAAA0000A1Z', 'length'],
    ['', 'length'],
    ['2ZAAAAA0000A1ZC', 'shape'],
    ['22AAAAA0000A0ZC', 'shape'],
    ['22AAAAA0000A1YC', 'shape'],
    ['28ABCDE1234F1ZW', 'state'],
    ['00AAAAA0000A1ZC', 'state'],
  ])('%s is refused for its %s', (text, reason) => {
    expect(checkGstin(text)).toEqual({ ok: false, reason })
  })

  test('one mistyped character is always detected', () => {
    const letters = fc.stringMatching(/^[A-Z]{5}$/)
    const digits = fc.stringMatching(/^[0-9]{4}$/)
    const gstin = fc.tuple(fc.constantFrom(...STATES.map((state) => state.code)), letters, digits, fc.stringMatching(/^[A-Z][1-9A-Z]$/)).map((parts) => {
      const first = `${parts.join('')}Z`
      return first + gstinCheckCharacter(first)
    })
    fc.assert(
      fc.property(gstin, fc.nat(14), fc.stringMatching(/^[0-9A-Z]$/), (valid, place, typed) => {
        expect(checkGstin(valid).ok).toBe(true)
        if (typed !== valid[place]) expect(checkGstin(valid.slice(0, place) + typed + valid.slice(place + 1)).ok).toBe(false)
      }),
    )
  })
})
