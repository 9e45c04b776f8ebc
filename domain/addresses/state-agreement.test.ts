import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkGstin, gstinCheckCharacter } from './gstin.ts'
import { stateOfPincode } from './pincodes.ts'
import { gstinMismatch, confirmationOf, pincodeMismatch } from './state-agreement.ts'
import { STATES, findState } from './states.ts'
import type { State } from './states.ts'

const of = (name: string): State => {
  const state = findState(name)
  if (!state) throw new Error(name)
  return state
}
const elsewhere = (pincode: string, name: string) => pincodeMismatch(pincode, of(name)).map(({ short }) => short)

// Capitals, shared numbers and enclaves: these must pass, however odd their numbers look.
test.each([
  ['110001', 'Delhi'],
  ['160017', 'Chandigarh'],
  ['160055', 'Punjab'],
  ['160101', 'Haryana'],
  ['140603', 'Punjab'],
  ['194101', 'Ladakh'],
  ['190001', 'Jammu and Kashmir'],
  ['201301', 'Uttar Pradesh'],
  ['244713', 'Uttarakhand'],
  ['247667', 'Uttarakhand'],
  ['262501', 'Uttarakhand'],
  ['262701', 'Uttar Pradesh'],
  ['362520', 'Dadra and Nagar Haveli and Daman and Diu'],
  ['396210', 'Dadra and Nagar Haveli and Daman and Diu'],
  ['396230', 'Dadra and Nagar Haveli and Daman and Diu'],
  ['396001', 'Gujarat'],
  ['403001', 'Goa'],
  ['507111', 'Telangana'],
  ['507126', 'Andhra Pradesh'],
  ['533464', 'Puducherry'],
  ['605001', 'Puducherry'],
  ['605602', 'Tamil Nadu'],
  ['607402', 'Puducherry'],
  ['609602', 'Puducherry'],
  ['673310', 'Puducherry'],
  ['682555', 'Lakshadweep'],
  ['682001', 'Kerala'],
  ['737101', 'Sikkim'],
  ['744101', 'Andaman and Nicobar Islands'],
  ['783123', 'Meghalaya'],
  ['814133', 'Jharkhand'],
  ['813210', 'Bihar'],
  ['822101', 'Jharkhand'],
  ['560001', 'Other Territory'],
  ['900099', 'Rajasthan'],
])('PIN code %s may be in %s', (pincode, state) => {
  expect(elsewhere(pincode, state)).toEqual([])
})

test.each([
  ['400001', 'Karnataka', ['MH']],
  ['560001', 'Maharashtra', ['KA']],
  ['500001', 'Andhra Pradesh', ['TS']],
  ['403001', 'Maharashtra', ['GA']],
  ['396001', 'Maharashtra', ['GJ', 'DNHDD']],
  ['194101', 'Jammu and Kashmir', ['LA']],
  ['248001', 'Uttar Pradesh', ['UK']],
  ['492001', 'Madhya Pradesh', ['CG']],
  ['834001', 'Bihar', ['JH']],
  ['605001', 'Kerala', ['PY', 'TN']],
  ['737101', 'West Bengal', ['SK']],
])('PIN code %s is not in %s but in %j', (pincode, state, named) => {
  expect(elsewhere(pincode, state)).toEqual(named)
})

test('a State that the PIN code suggests always agrees with it, and any other gets the suggested ones', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100_000, max: 999_999 }), fc.constantFrom(...STATES), (number, state) => {
      const suggested = stateOfPincode(String(number))
      const corrections = pincodeMismatch(String(number), state).map(({ code }) => code)
      const agrees = suggested.length === 0 || suggested.includes(state.code) || state.code === '97'
      expect(corrections).toEqual(agrees ? [] : suggested)
    }),
  )
})

test('a GSTIN needs a confirmation exactly if it is of another State, and each pair of States has its own', () => {
  const seen = new Map<string, string>()
  for (const registered of STATES) {
    const first14 = `${registered.code}ABCDE1234F1Z`
    const gstin = checkGstin(first14 + gstinCheckCharacter(first14))
    for (const delivery of STATES) {
      const asked = gstinMismatch(gstin, delivery)
      expect(asked === null, `${registered.short} ${delivery.short}`).toBe(registered.code === delivery.code)
      if (!asked) continue
      expect(asked).toEqual({ registered, confirmation: confirmationOf(registered, delivery) })
      expect(seen.has(asked.confirmation)).toBe(false)
      seen.set(asked.confirmation, registered.code)
    }
  }
  expect(gstinMismatch(null, of('Goa'))).toBeNull()
  expect(gstinMismatch(checkGstin('nonsense'), of('Goa'))).toBeNull()
})
