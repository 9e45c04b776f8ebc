import { describe, expect, test } from 'vitest'
import { readOpeningHours } from './opening-hours.ts'
import { DEFAULT_SETTINGS, readSettings } from './settings.ts'

describe('readSettings', () => {
  test('an empty row gives the constants of the specification', () => {
    expect(readSettings({})).toEqual(DEFAULT_SETTINGS)
    expect(DEFAULT_SETTINGS).toMatchObject({
      freeDeliveryFrom: 150_000,
      deliveryCharge: 10_000,
      forcedGstPercent: 18,
      pricesIncludeGst: true,
      showGstBreakdown: false,
      foundedYear: 2010,
    })
  })

  test('amounts are read from numbers or text, and become paise', () => {
    expect(readSettings({ free_delivery_from: '1999.50', delivery_charge: 0 })).toMatchObject({ freeDeliveryFrom: 199_950, deliveryCharge: 0 })
  })

  test('no forced rate is a decision, kept apart from a column that is missing', () => {
    expect(readSettings({ forced_gst_percent: null }).forcedGstPercent).toBeNull()
    expect(readSettings({ forced_gst_percent: '12.00' }).forcedGstPercent).toBe(12)
  })

  test('blank text is no value; the legal name falls back to the store name', () => {
    expect(readSettings({ store_name: 'Kaveri', legal_name: ' ', gstin: '', upi_vpa: ' shop@bank ' })).toMatchObject({
      storeName: 'Kaveri',
      legalName: 'Kaveri',
      gstin: null,
      upiVpa: 'shop@bank',
    })
  })

  test('what is no amount is a broken assumption', () => {
    expect(() => readSettings({ delivery_charge: 'free' })).toThrow(RangeError)
    expect(() => readSettings({ delivery_charge: {} })).toThrow(RangeError)
    expect(() => readSettings({ founded_year: 'long ago' })).toThrow(RangeError)
  })

  test('links that are no text are left out', () => {
    expect(readSettings({ social: { instagram: ' https://instagram.com/x ', facebook: null, x: '' } }).social).toEqual({ instagram: 'https://instagram.com/x' })
  })
})

describe('opening hours', () => {
  const week = {
    mon: ['09:00', '18:00'],
    tue: ['09:00', '18:00'],
    wed: ['09:00', '18:00'],
    thu: ['09:00', '18:00'],
    fri: ['09:00', '18:00'],
    sat: ['10:00', '16:00'],
    sun: null,
  }

  test('neighbouring days with the same hours stand together', () => {
    expect(readOpeningHours(week)).toEqual([
      { days: 'Mon-Fri', opens: '9:00', closes: '18:00' },
      { days: 'Sat', opens: '10:00', closes: '16:00' },
      { days: 'Sun', opens: null, closes: null },
    ])
    expect(readOpeningHours({ ...week, wed: null })?.map((line) => line.days)).toEqual(['Mon-Tue', 'Wed', 'Thu-Fri', 'Sat', 'Sun'])
  })

  test("the default hours are those of the column's default", () => expect(readOpeningHours(week)).toEqual(DEFAULT_SETTINGS.hours))

  test('what names no day is no hours', () => {
    for (const value of [null, [], 'x', {}, { everyday: ['9', '5'] }]) expect(readOpeningHours(value)).toBeNull()
  })
})
