import { expect, test } from 'vitest'
import { findState, stateByCode, stateByName, STATES } from './states.ts'

test('there are 37 codes, each code, short form and name once', () => {
  expect(STATES).toHaveLength(37)
  for (const key of ['code', 'short', 'name'] as const) expect(new Set(STATES.map((state) => state[key])).size).toBe(37)
})

test('the Union Territories without a legislature, and no others, levy UTGST', () => {
  expect(STATES.filter((state) => state.union).map((state) => state.code)).toEqual(['04', '26', '31', '35', '38', '97'])
})

test.each([
  ['Maharashtra', '27'],
  ['MAHARASHTRA ', '27'],
  ['MH', '27'],
  ['Jammu & Kashmir', '01'],
  ['jammu and kashmir', '01'],
  ['Tamilnadu', '33'],
  ['Orissa', '21'],
  ['Pondicherry', '34'],
  ['Andaman & Nicobar Islands', '35'],
  ['Dadra & Nagar Haveli and Daman & Diu', '26'],
  ['New Delhi', '07'],
])('%s is code %s', (text, code) => {
  expect(stateByName(text)?.code).toBe(code)
})

test('an unknown State is null', () => {
  for (const text of ['Texas', '', '28', '00', 'constructor']) expect(findState(text)).toBeNull()
  expect(stateByCode('27')?.name).toBe('Maharashtra')
  expect(findState(' 27 ')?.short).toBe('MH')
})
