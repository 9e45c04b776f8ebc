import { describe, expect, test } from 'vitest'
import { DEFAULT_DELIVERY_RULE, deliveryDays, readDeliveryRule } from './delivery-days.ts'
import type { DeliveryRule } from './delivery-days.ts'

/** A Monday, noon in India. */
const MONDAY = '2026-11-23T06:30:00Z'
const rule: DeliveryRule = { dispatchDays: 1, home: { min: 1, max: 3 }, other: { min: 3, max: 5 }, remote: { min: 5, max: 10 }, holidays: [] }

const days = (pincode: string, changes: Partial<DeliveryRule> = {}, moment = MONDAY, homeState = '27') => {
  const answer = deliveryDays({ pincode, homeState, moment }, { ...rule, ...changes })
  return answer.ok ? [answer.first, answer.last] : answer.reason
}

describe('where a parcel goes', () => {
  test('the shop’s own State, other States and remote ones have their own transit days', () => {
    expect(days('400050')).toEqual(['2026-11-25', '2026-11-27'])
    expect(days('110001')).toEqual(['2026-11-27', '2026-11-30'])
    expect(days('400050', {}, MONDAY, '07')).toEqual(['2026-11-27', '2026-11-30'])
    for (const remote of ['781001', '737101', '791111', '797001', '795001', '796001', '799001', '793001', '190001', '194101', '744101', '682555'])
      expect(days(remote), remote).toEqual(['2026-11-30', '2026-12-04'])
  })

  test('a remote State is not remote for a shop in it', () => {
    expect(days('781001', {}, MONDAY, '18')).toEqual(['2026-11-25', '2026-12-04']) // the edge of the district is in Meghalaya
    expect(days('785001', {}, MONDAY, '18')).toEqual(['2026-11-25', '2026-11-27'])
  })

  test('a district across a State border has the range of both sides', () => {
    expect(days('160001', {}, MONDAY, '06')).toEqual(['2026-11-25', '2026-11-30'])
  })

  test('Kochi is not remote, although Lakshadweep shares its postal district', () => {
    expect(days('682001')).toEqual(['2026-11-27', '2026-11-30'])
  })

  test('army post offices are remote', () => {
    expect(days('900056')).toEqual(['2026-11-30', '2026-12-04'])
  })
})

describe('when it leaves and arrives', () => {
  test('Sundays and holidays are not working days', () => {
    const saturday = '2026-11-21T06:30:00Z'
    expect(days('400050', {}, saturday)).toEqual(['2026-11-24', '2026-11-26'])
    expect(days('400050', { holidays: ['2026-11-23', '2026-11-24'] }, saturday)).toEqual(['2026-11-26', '2026-11-28'])
  })

  test('an order of a Sunday or a holiday counts from the next working day', () => {
    const sunday = '2026-11-22T06:30:00Z'
    expect(days('400050', {}, sunday)).toEqual(['2026-11-24', '2026-11-26'])
    expect(days('400050', { dispatchDays: 0 }, sunday)).toEqual(['2026-11-24', '2026-11-26'])
    expect(days('400050', { dispatchDays: 0 })).toEqual(['2026-11-24', '2026-11-26'])
  })

  test('nothing arrives on a Sunday', () => {
    expect(days('400050', { home: { min: 5, max: 5 } })).toEqual(['2026-11-30', '2026-11-30'])
  })

  test('a parcel that was shipped needs no dispatch days', () => {
    expect(deliveryDays({ pincode: '400050', homeState: '27', moment: MONDAY, sent: true }, rule)).toMatchObject({ first: '2026-11-24', last: '2026-11-26' })
  })

  test('days change at midnight in India', () => {
    expect(days('400050', {}, '2026-11-22T18:31:00Z')).toEqual(days('400050'))
  })

  test('the range never ends before it starts', () => {
    for (let day = 1; day <= 28; day += 1)
      for (const pincode of ['400050', '110001', '781001']) {
        const found = days(pincode, { holidays: ['2026-02-10', '2026-02-11'] }, `2026-02-${String(day).padStart(2, '0')}T08:00:00Z`)
        expect(String(found[0]) <= String(found[1]), `${day} ${pincode}`).toBe(true)
      }
  })
})

test('spaces do not matter; an invalid PIN code and an unassigned one have different errors', () => {
  expect(days('110 001')).toEqual(days('110001'))
  for (const text of ['', '11000', '1100011', '011001', 'abcdef', '११०००१']) expect(days(text), text).toBe('shape')
  for (const text of ['199999', '290001', '390', '860001']) expect(days(text), text).toBe(text.length === 6 ? 'unknown' : 'shape')
})

test('the settings row is read, with defaults for missing values', () => {
  expect(readDeliveryRule({})).toEqual(DEFAULT_DELIVERY_RULE)
  const row = { dispatch_days: 2, transit_home_min: 0, transit_home_max: 1, transit_other_min: 2, transit_other_max: 4, dispatch_holidays: ['2026-11-08'] }
  expect(readDeliveryRule({ ...row, transit_remote_min: null })).toEqual({
    dispatchDays: 2,
    home: { min: 0, max: 1 },
    other: { min: 2, max: 4 },
    remote: DEFAULT_DELIVERY_RULE.remote,
    holidays: ['2026-11-08'],
  })
})
