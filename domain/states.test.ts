import { expect, test } from 'vitest'
import { findState, stateByCode, stateByName, stateOfPincode, STATES } from './states.ts'

test('there are 37 codes, each code, short form and name once', () => {
  expect(STATES).toHaveLength(37)
  for (const key of ['code', 'short', 'name'] as const) expect(new Set(STATES.map((state) => state[key])).size).toBe(37)
})

test('the Union Territories without a legislature, and no others, levy UTGST', () => {
  expect(STATES.filter((state) => state.union).map((state) => state.code)).toEqual(['04', '26', '31', '35', '38', '97'])
})

test.each([
  ['Maharashtra', '27'], ['MAHARASHTRA ', '27'], ['MH', '27'], ['Jammu & Kashmir', '01'], ['jammu and kashmir', '01'], ['Tamilnadu', '33'],
  ['Orissa', '21'], ['Pondicherry', '34'], ['Andaman & Nicobar Islands', '35'], ['Dadra & Nagar Haveli and Daman & Diu', '26'], ['New Delhi', '07'],
])('%s is code %s', (text, code) => {
  expect(stateByName(text)?.code).toBe(code)
})

test('what is no State is none', () => {
  for (const text of ['Texas', '', '28', '00', 'constructor']) expect(findState(text)).toBeNull()
  expect(stateByCode('27')?.name).toBe('Maharashtra')
  expect(findState(' 27 ')?.short).toBe('MH')
})

test.each([
  ['400001', ['27']], ['403001', ['30']], ['110001', ['07']], ['560001', ['29']], ['600001', ['33']], ['605001', ['34', '33']], ['737101', ['11']],
  ['744101', ['35']], ['682555', ['32', '31']], ['160017', ['04', '03']], ['248001', ['05']], ['194101', ['38']], ['781001', ['18']], ['799001', ['16']],
  ['500001', ['36']], ['520001', ['37']], ['834001', ['20']], ['492001', ['22']], ['900001', []], ['', []], ['29', []],
])('PIN code %s suggests %j', (pincode, codes) => {
  expect(stateOfPincode(pincode)).toEqual(codes)
})

test('every State but Other Territory has a PIN code, and every suggestion is a State', () => {
  const suggested = new Set(Array.from({ length: 900 }, (_, index) => stateOfPincode(String(index + 100))).flat())
  expect([...suggested].filter((code) => stateByCode(code) === null)).toEqual([])
  expect(STATES.filter((state) => !suggested.has(state.code)).map((state) => state.code)).toEqual(['97'])
})
