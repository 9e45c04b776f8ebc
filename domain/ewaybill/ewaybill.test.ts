import { describe, expect, test } from 'vitest'
import { readFacts } from '../documents/frozen-charges.ts'
import type { DocumentFacts, OrderRow } from '../documents/invoice-rows.ts'
import { frozenOrder, goods, withDocuments } from '../documents/testing/frozen-order.ts'
import type { Bought } from '../documents/testing/frozen-order.ts'
import { CASES } from '../einvoice/testing/cases.ts'
import { sumOf, toPaise } from '../money/money.ts'
import { ewayJson, ewayProblems, readTransport } from './eway-json.ts'
import { consignmentValue, ewayDue, limitOf } from './limits.ts'

const lipstick = goods('Lipstick', '33049910', 18, '1000.00')
const bindi = goods('Bindi', '33049940', 0, '1000.00')

const documentsOf = (bought: Bought, change: Partial<OrderRow> = {}) => withDocuments(frozenOrder(bought, change))[0].documents
function first(bought: Bought, change?: Partial<OrderRow>): DocumentFacts {
  const content = documentsOf(bought, change)[0]?.content
  if (!content) throw new Error('Nothing was issued')
  return readFacts(content)
}
const OWN = { transporterId: '', transporterName: '', vehicle: 'MH12AB1234', distance: 0 }

describe('when an e-way bill is needed', () => {
  test('above ₹50,000 between States, and above the limit of the State within it', () => {
    expect([limitOf('27', '29'), limitOf('27', '27'), limitOf('29', '29'), limitOf('19', '19'), limitOf('07', '07')]).toEqual([
      50_000_00, 1_00_000_00, 50_000_00, 50_000_00, 1_00_000_00,
    ])
    const due = (pieces: number, to: string) => ewayDue(documentsOf({ lines: [[lipstick, pieces]], to }))
    expect(due(50, '29')).toBeNull() // exactly 50,000
    expect(due(51, '29')).toMatchObject({ value: 51_000_00, limit: 50_000_00 })
    expect(due(100, '27')).toBeNull()
    expect(due(101, '27')).toMatchObject({ value: 1_01_000_00, limit: 1_00_000_00 })
    expect(ewayDue([])).toBeNull()
  })

  test('an invoice that was taken back does not count, and of several the newest does', () => {
    const rows = frozenOrder({ lines: [[lipstick, 120]] })
    const [order] = withDocuments(rows)
    expect(ewayDue(withDocuments(rows, { reason: 'Changed' })[0].documents)).toBeNull()
    const [one] = order.documents
    const second = one?.content ? [{ ...one, content: { ...readFacts(one.content), serial: 'INV/26-27/000124', issued_at: '2026-11-23T05:00:00Z' } }] : []
    expect(ewayDue([...second, ...order.documents])?.facts.serial).toBe('INV/26-27/000124')
  })

  test('nil-rated goods do not count, on one document or on two', () => {
    const bought = {
      lines: [
        [lipstick, 40],
        [bindi, 40],
      ] as Bought['lines'],
      to: '29',
    }
    expect(consignmentValue(first(bought))).toBe(40_000_00)
    expect(ewayDue(documentsOf(bought))).toBeNull()
    expect(ewayDue(documentsOf(bought, { gstin: '29ABCDE1234F1ZW' }))).toBeNull()
    expect(ewayDue(documentsOf({ lines: [[bindi, 90]], to: '29' }))).toBeNull() // a bill of supply
  })
})

describe('the file for the offline tool', () => {
  test('of a sale to a registered buyer in another State', () => {
    expect(
      ewayJson(
        first({ lines: [[lipstick, 51]], to: '29' }, { gstin: '29ABCDE1234F1ZW', company_name: 'Looks "by" Meera', city: 'Bengaluru', pincode: '560038' }),
        OWN,
      ),
    ).toEqual({
      version: '1.0.0621',
      billLists: [
        {
          userGstin: '27ABCDE1234F1Z0',
          supplyType: 'O',
          subSupplyType: 1,
          subSupplyDesc: '',
          docType: 'INV',
          docNo: 'INV/26-27/000123',
          docDate: '21/11/2026',
          transType: 1,
          fromGstin: '27ABCDE1234F1Z0',
          fromTrdName: 'Shringar Trading Company',
          fromAddr1: '214 Princess Street, Kalbadevi',
          fromAddr2: '',
          fromPlace: 'Mumbai',
          fromPincode: 400002,
          fromStateCode: 27,
          actualFromStateCode: 27,
          toGstin: '29ABCDE1234F1ZW',
          toTrdName: 'Looks by Meera',
          toAddr1: '12 MG Road',
          toAddr2: '',
          toPlace: 'Bengaluru',
          toPincode: 560038,
          toStateCode: 29,
          actualToStateCode: 29,
          totalValue: 43220.34,
          cgstValue: 0,
          sgstValue: 0,
          igstValue: 7779.66,
          cessValue: 0,
          TotNonAdvolVal: 0,
          OthValue: 0,
          totInvValue: 51000,
          transMode: 1,
          transDistance: 0,
          transporterName: '',
          transporterId: '',
          transDocNo: '',
          transDocDate: '',
          vehicleNo: 'MH12AB1234',
          vehicleType: 'R',
          mainHsnCode: 33049910,
          itemList: [
            {
              itemNo: 1,
              productName: 'Lipstick',
              productDesc: 'Lipstick',
              hsnCode: 33049910,
              quantity: 51,
              qtyUnit: 'NOS',
              taxableAmount: 43220.34,
              sgstRate: 0,
              cgstRate: 0,
              igstRate: 18,
              cessRate: 0,
              cessNonAdvol: 0,
            },
          ],
        },
      ],
    })
  })

  test('adds up to its document to the paisa in every case', () => {
    for (const [name, facts] of Object.entries(CASES)) {
      const [bill] = ewayJson(facts, OWN).billLists
      if (!bill) throw new Error('No bill')
      const parts = [bill.totalValue, bill.cgstValue, bill.sgstValue, bill.igstValue].map(toPaise)
      expect(
        sumOf(parts, (part) => part),
        name,
      ).toBe(toPaise(bill.totInvValue))
      expect(
        sumOf(bill.itemList, ({ taxableAmount }) => toPaise(taxableAmount)),
        name,
      ).toBe(toPaise(bill.totalValue))
      expect(bill.itemList.every(({ sgstRate, cgstRate, igstRate }) => (igstRate === 0 ? sgstRate === cgstRate : sgstRate + cgstRate === 0))).toBe(true)
    }
  })

  test('names an unregistered buyer URP, and a buyer of another State as billed there and shipped here', () => {
    expect(ewayJson(first({ lines: [[lipstick, 120]] }), OWN).billLists[0]).toMatchObject({ toGstin: 'URP', transType: 1, toStateCode: 27 })
    const elsewhere = first({ lines: [[lipstick, 120]] }, { gstin: '29ABCDE1234F1ZW' })
    expect(ewayJson(elsewhere, OWN).billLists[0]).toMatchObject({ transType: 2, toStateCode: 29, actualToStateCode: 27 })
    expect(ewayProblems(elsewhere)).toEqual([])
  })

  test('says what the portal would refuse', () => {
    const facts = first({ lines: [[lipstick, 120]] })
    const withHsn = (hsn: string | null) => ewayProblems({ ...facts, items: facts.items.map((item) => ({ ...item, hsn })) })
    expect([withHsn('3304'), withHsn('33'), withHsn(null)]).toEqual([[], ['HSN_SHORT'], ['HSN_MISSING']])
    expect(ewayProblems({ ...facts, order: { ...facts.order, pincode: '1' } })).toEqual(['BUYER_ADDRESS'])
    expect(ewayProblems({ ...facts, serial: '0A/26-27/000001' })).toEqual([]) // only INV-01 refuses this
    const many = Array.from({ length: 251 }, (_, index) => [goods(`Kajal ${index}`, '33049910', 18, '500.00'), 1] as const)
    expect(ewayProblems(first({ lines: many }))).toEqual(['TOO_MANY_ITEMS'])
  })
})

test('a transporter or a vehicle is needed, and each is read as it is typed', () => {
  const read = (change: object) => readTransport({ transporterId: '', transporterName: '', vehicle: '', distance: '', ...change })
  expect(read({ vehicle: 'mh 12-ab 1234', distance: '120' })).toEqual({ transport: { ...OWN, distance: 120 }, errors: {} })
  expect(read({ transporterId: '27aapfu 0939f1zv', transporterName: ' "Fast" ' }).transport).toMatchObject({
    transporterId: '27AAPFU0939F1ZV',
    transporterName: 'Fast',
  })
  expect(read({}).errors).toEqual({ transporterId: 'TRANSPORT_MISSING' })
  expect(read({ transporterId: '27', vehicle: 'X', distance: '4001' }).errors).toEqual({
    transporterId: 'TRANSPORTER_ID',
    vehicle: 'VEHICLE',
    distance: 'DISTANCE',
  })
})
