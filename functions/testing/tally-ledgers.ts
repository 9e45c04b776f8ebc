/** What an XML file of vouchers books, read without the code that writes it. */

/** One voucher; amounts in paise, a debit is positive. */
export type ReadVoucher = { type: string; number: string; lines: [ledger: string, amount: number][] }

export function readVouchers(xml: string): ReadVoucher[] {
  return [...xml.matchAll(/<VOUCHER .*?<\/VOUCHER>/gs)].map(([voucher]) => ({
    type: /<VOUCHERTYPENAME>(.*?)</.exec(voucher)?.[1] ?? '',
    number: /<VOUCHERNUMBER>(.*?)</.exec(voucher)?.[1] ?? '',
    lines: [...voucher.matchAll(/<LEDGERNAME>(.*?)<.*?<AMOUNT>(-?)(\d+)\.(\d\d)</g)].map(([, ledger = '', sign, rupees, paise]) => [
      ledger,
      (sign ? 1 : -1) * (Number(rupees) * 100 + Number(paise)),
    ]),
  }))
}

export const voucherSum = ({ lines }: ReadVoucher): number => lines.reduce((sum, [, amount]) => sum + amount, 0)

/** The balance of each ledger after these vouchers, without those that are even. */
export function ledgerSums(vouchers: readonly ReadVoucher[]): Record<string, number> {
  const sums = new Map<string, number>()
  for (const { lines } of vouchers) for (const [ledger, amount] of lines) sums.set(ledger, (sums.get(ledger) ?? 0) + amount)
  return Object.fromEntries([...sums].filter(([, amount]) => amount !== 0))
}
