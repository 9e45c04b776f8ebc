import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stateOfPincode } from './pincodes.ts'
import { stateByCode, STATES } from './states.ts'

// Head post offices, one or more a State, and the places where a district crosses a border.
test.each([
  ['110001', ['07']],
  ['122001', ['06']],
  ['134109', ['06']],
  ['141001', ['03']],
  ['140301', ['03', '04']],
  ['160017', ['04', '03']],
  ['171001', ['02']],
  ['180001', ['01']],
  ['190001', ['01']],
  ['194101', ['38']],
  ['194103', ['38']],
  ['226001', ['09']],
  ['201301', ['09']],
  ['244713', ['09', '05']],
  ['246701', ['05', '09']],
  ['247667', ['09', '05']],
  ['248001', ['05']],
  ['249401', ['05']],
  ['262501', ['09', '05']],
  ['263001', ['05']],
  ['282001', ['09']],
  ['302001', ['08']],
  ['345001', ['08']],
  ['380001', ['24']],
  ['362520', ['24', '26']],
  ['396210', ['24', '26']],
  ['400001', ['27']],
  ['444601', ['27']],
  ['403001', ['30']],
  ['462001', ['23']],
  ['492001', ['22']],
  ['500001', ['36']],
  ['507001', ['36', '37']],
  ['520001', ['37']],
  ['533464', ['37', '34']],
  ['560001', ['29']],
  ['590001', ['29']],
  ['600001', ['33']],
  ['605001', ['34', '33']],
  ['609602', ['33', '34']],
  ['641001', ['33']],
  ['673310', ['32', '34']],
  ['682555', ['32', '31']],
  ['695001', ['32']],
  ['700001', ['19']],
  ['734101', ['19']],
  ['737101', ['11']],
  ['744101', ['35']],
  ['751001', ['21']],
  ['781001', ['18']],
  ['791111', ['12']],
  ['793001', ['17']],
  ['795001', ['14']],
  ['796001', ['15']],
  ['797001', ['13']],
  ['799001', ['16']],
  ['800001', ['10']],
  ['813210', ['10', '20']],
  ['814112', ['20', '10']],
  ['821115', ['10']],
  ['822101', ['20']],
  ['823001', ['10']],
  ['826001', ['20']],
  ['834001', ['20']],
  ['842001', ['10']],
])('PIN code %s suggests %j', (pincode, codes) => {
  expect(stateOfPincode(pincode)).toEqual(codes)
})

test.each(['', '1', '11', '011001', 'abcdef', '1a0001', '१२०००१', '999999', '900001', '290001', '350001', '650001', '1e5'])(
  '%j suggests nothing',
  (pincode) => {
    expect(stateOfPincode(pincode)).toEqual([])
  },
)

test('every State but Other Territory has a PIN code, and every suggestion is a State', () => {
  const suggested = new Set(Array.from({ length: 1000 }, (_, index) => stateOfPincode(String(index).padStart(3, '0'))).flat())
  expect([...suggested].filter((code) => stateByCode(code) === null)).toEqual([])
  expect(STATES.filter((state) => !suggested.has(state.code)).map((state) => state.code)).toEqual(['97'])
})

test('the last three digits change nothing, and no State is named twice', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 999 }), fc.integer({ min: 0, max: 999 }), (district, office) => {
      const codes = stateOfPincode(`${district}${String(office).padStart(3, '0')}`)
      expect(codes).toEqual(stateOfPincode(String(district)))
      expect(new Set(codes).size).toBe(codes.length)
    }),
  )
})
