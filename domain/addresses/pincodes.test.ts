import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stateOfPincode } from './pincodes.ts'
import { stateByCode, STATES } from './states.ts'

// Head post offices, at least one per State, and places where a district crosses a border.
test.each([
  ['110001', ['07']],
  ['122001', ['06']],
  ['134109', ['06']],
  ['141001', ['03']],
  ['140301', ['03', '04', '06']],
  ['160017', ['04', '03', '06']],
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
  ['781001', ['18', '17']],
  ['783123', ['18', '17']],
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

// The postal circles as published for the first two digits, with the GST codes of the States that they serve today.
const CIRCLES: [from: number, to: number, states: string][] = [
  [11, 11, '07'],
  [12, 13, '06'],
  [14, 16, '03 04 06'],
  [17, 17, '02'],
  [18, 19, '01 38'],
  [20, 28, '09 05'],
  [30, 34, '08'],
  [36, 39, '24 26'],
  [40, 44, '27 30'],
  [45, 48, '23'],
  [49, 49, '22'],
  [50, 53, '36 37 34'],
  [56, 59, '29'],
  [60, 64, '33 34'],
  [67, 69, '32 31 34'],
  [70, 74, '19 11 35'],
  [75, 77, '21'],
  [78, 78, '18 17'],
  [79, 79, '12 13 14 15 16 17'],
  [80, 85, '10 20'],
]

test('every district is in the postal circle of its first two digits, and every circle has districts', () => {
  for (let two = 10; two <= 99; two += 1) {
    const published = CIRCLES.find(([from, to]) => from <= two && two <= to)?.[2].split(' ') ?? []
    const suggested = new Set(Array.from({ length: 10 }, (_, third) => stateOfPincode(`${two}${third}`)).flat())
    expect(
      [...suggested].filter((code) => !published.includes(code)),
      String(two),
    ).toEqual([])
    expect(suggested.size > 0, String(two)).toBe(published.length > 0)
  }
})

test.each([
  ['403', ['30']],
  ['737', ['11']],
  ['744', ['35']],
  ['790', ['12']],
  ['792', ['12']],
  ['793', ['17']],
  ['794', ['17']],
  ['795', ['14']],
  ['796', ['15']],
  ['797', ['13']],
  ['798', ['13']],
  ['799', ['16']],
])('the published exception %s is %j and no other State', (prefix, codes) => {
  expect(stateOfPincode(prefix)).toEqual(codes)
})

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
