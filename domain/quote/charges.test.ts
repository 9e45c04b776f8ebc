import { expect, test } from 'vitest'
import { CHOSEN } from '../orders/testing/chosen.ts'
import { DEFAULT_SETTINGS } from '../shop/settings.ts'
import type { StoreSettings } from '../shop/settings.ts'
import { CHARGE_LABELS, chargesDue } from './charges.ts'

test('an order that chooses everything, in a shop that offers everything, has every kind of charge', () => {
  const offered = Object.fromEntries(Object.entries(DEFAULT_SETTINGS).map(([name, value]) => [name, value ?? 59_00])) as StoreSettings
  expect(chargesDue(100_00, { ...offered, codFee: 30_00 }, CHOSEN, false).map(({ kind }) => kind)).toEqual(Object.keys(CHARGE_LABELS))
})
