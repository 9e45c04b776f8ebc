import type { BookTotals } from '#domain/accounts/day-book.ts'
import { METHODS } from '#domain/accounts/money-movement.ts'
import type { MoneyMovement } from '#domain/accounts/money-movement.ts'
import type { TaxAmounts } from '#domain/gstr1/tax-amounts.ts'
import type { Gstr3b } from '#domain/gstr3b/gstr3b.ts'
import { sumOf, toRupees } from '#domain/money/money.ts'

/** The sums of a period for the screen, in rupees. `methods`: only those by which money came or went. */
export function previewInRupees(totals: BookTotals, money: readonly MoneyMovement[], { taxed, nil, interState }: Gstr3b) {
  const { cleared, toBank, charges, difference, credit } = totals.sums
  return {
    invoices: totals.invoices,
    notes: totals.notes,
    ...taxInRupees(totals.tax),
    value: toRupees(totals.value),
    received: toRupees(totals.received),
    refunded: toRupees(totals.refunded),
    couriers: { cleared: toRupees(cleared), to_bank: toRupees(toBank), charges: toRupees(charges), difference: toRupees(difference) },
    credit_by_hand: toRupees(credit),
    entries: totals.entries,
    methods: METHODS.flatMap((method) => {
      const own = money.filter((movement) => movement.method === method)
      return own.length === 0 ? [] : [{ method, count: own.length, received: amountOf(own, 'receipt'), refunded: amountOf(own, 'refund') }]
    }),
    gstr3b: {
      taxed: taxInRupees(taxed),
      nil: toRupees(nil.taxable),
      inter_state: interState.map((row) => ({ place_of_supply: row.placeOfSupply, ...taxInRupees(row) })),
    },
  }
}

function taxInRupees({ taxable, cgst, sgst, igst }: TaxAmounts) {
  return { taxable: toRupees(taxable), cgst: toRupees(cgst), sgst: toRupees(sgst), igst: toRupees(igst) }
}

function amountOf(money: readonly MoneyMovement[], kind: MoneyMovement['kind']): number {
  const own = money.filter((movement) => movement.kind === kind)
  return toRupees(sumOf(own, ({ amount }) => amount))
}
