/** A shop in Mumbai with its goods and orders, for the tests of documents. */
import type { OrderRow } from '../invoice-rows.ts'
import { DEFAULT_SETTINGS } from '../../shop/settings.ts'
import type { StoreSettings } from '../../shop/settings.ts'
import { frozenOrder, goods } from './frozen-order.ts'
import type { Bought } from './frozen-order.ts'

export const settings: StoreSettings = {
  ...DEFAULT_SETTINGS,
  legalName: 'Kaveri Traders',
  address: '4 Mint Road',
  city: 'Mumbai',
  pincode: '400001',
  stateCode: '27',
  gstin: '27ABCDE1234F1Z0',
  upiVpa: 'kaveri@bank',
  phone: '9845012345',
}

export const lipstick = goods('Lipstick', '3304', 18, '149.00')
export const powder = goods('Face powder', '3304', 5, '85.50')
export const perfume = goods('Attar', '3303', 18, '449.99')
export const bindi = goods('Bindi', '3304', 0, '33.33')

/** An order as place-order would have frozen it in this shop; `seller` moves the shop to another State. */
export const frozen = ({ seller = '27', ...bought }: Bought & { seller?: string }, change: Partial<OrderRow> = {}) =>
  frozenOrder({ ...bought, settings: { ...settings, stateCode: seller } }, { state: 'Maharashtra', ...change })

export const issued: Partial<OrderRow> = {
  status: 'processing',
  documents: [{ kind: 'invoice', serial: 'INV/26-27/000123', issued_at: '2026-11-20T20:00:00Z' }],
}
