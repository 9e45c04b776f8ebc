/** Compares the accountant's files with the books of all sequences. */
import { expect } from 'vitest'
import { accountExports } from '../../account-exports/account-exports.ts'
import type { Person, TestShop } from '../shop.ts'
import { ledgerSums, readVouchers, voucherSum } from '../tally-ledgers.ts'
import { dayBookRows, ledgerBalances } from './books.ts'
import type { Booked } from './books.ts'

/** Days of one file, which holds at most 10,000 documents. */
const AT_ONCE = 14
/** Time, number, order number, party and reference are not in the book. */
const LEFT_OUT = [1, 3, 4, 5, 15]

const dayAfter = (day: string, count: number) => new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)

/** The day book row by row, and what all Tally vouchers come to, ledger by ledger. */
export async function compareBooks(shop: TestShop, staff: Person, books: readonly Booked[]): Promise<void> {
  const fileOf = async (file: string, from: string, to: string) => {
    const body = JSON.stringify({ from, to, file })
    const answer = await accountExports(new Request('http://shop.example/', { method: 'POST', body }), shop.context(staff))
    return answer.text()
  }
  const days = books.map(({ day }) => day).toSorted()
  const last = days.at(-1) ?? ''
  for (let from = days[0] ?? ''; from <= last; from = dayAfter(from, AT_ONCE)) {
    const to = dayAfter(from, AT_ONCE - 1)
    const wanted = books.filter(({ day }) => day >= from && day <= to)
    const [, ...rows] = (await fileOf('day-book', from, to)).trim().split('\r\n')
    const found = rows.map((row) => row.split(',').filter((_, column) => !LEFT_OUT.includes(column)).join()) // prettier-ignore
    expect(found.toSorted(), from).toEqual(dayBookRows(wanted))
    const vouchers = readVouchers(await fileOf('tally-vouchers', from, to))
    for (const voucher of vouchers) expect(voucherSum(voucher), voucher.number).toBe(0)
    expect(ledgerSums(vouchers), from).toEqual(ledgerBalances(wanted))
  }
}
