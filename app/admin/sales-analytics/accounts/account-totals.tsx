import { stateByCode } from '#domain/addresses/states.ts'
import { METHOD_NAMES } from '#domain/accounts/money-movement.ts'
import * as say from '#words/admin-accounts.ts'
import type { AccountPreview } from '../../../data/admin/reports/accounts.ts'
import type { Tax } from '../../../data/admin/reports/gst-return.ts'
import { Money } from '../../ui/cells.tsx'
import { HEADS, TaxCells } from '../tax/return-tables.tsx'

/** The sums that the files contain: documents and GSTR-3B by tax component, and the money by way of paying. */
export function AccountTotals({ preview }: { preview: AccountPreview }) {
  const { gstr3b, methods, received, refunded, entries, couriers, credit_by_hand } = preview
  const nil: Tax = { taxable: gstr3b.nil, cgst: 0, sgst: 0, igst: 0 }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[repeat(2,minmax(0,1fr))]">
      <div className="grid-room overflow-clip rounded-md border border-line bg-surface md:max-lg:overflow-x-auto">
        <table className="grid-table">
          <caption className="sr-only">{say.totals}</caption>
          <thead>
            <tr>
              <th scope="col">{say.line}</th>
              {HEADS.map(([head, label]) => (
                <th key={head} scope="col" className="end">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <TaxRow name={say.documents} tax={preview} strong />
            <TaxRow name={say.taxed} tax={gstr3b.taxed} />
            <TaxRow name={say.nil} tax={nil} />
            {gstr3b.inter_state.map((row) => (
              <TaxRow key={row.place_of_supply} name={say.interState(stateByCode(row.place_of_supply)?.name ?? row.place_of_supply)} tax={row} />
            ))}
          </tbody>
        </table>
      </div>
      <div className="grid-room overflow-clip rounded-md border border-line bg-surface md:max-lg:overflow-x-auto">
        <table className="grid-table">
          <caption className="sr-only">{say.methods}</caption>
          <thead>
            <tr>
              <th scope="col">{say.method}</th>
              {[say.entries, say.received, say.refunded].map((label) => (
                <th key={label} scope="col" className="end">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {methods.map((row) => (
              <MoneyRow key={row.method} name={METHOD_NAMES[row.method]} {...row} />
            ))}
            <MoneyRow name={say.allMethods} count={methods.reduce((sum, { count }) => sum + count, 0)} received={received} refunded={refunded} strong />
          </tbody>
        </table>
      </div>
      {entries === 0 ? null : (
        <div className="grid-room overflow-clip rounded-md border border-line bg-surface md:max-lg:overflow-x-auto xl:col-start-2">
          <table className="grid-table">
            <caption className="sr-only">{say.others}</caption>
            <thead>
              <tr>
                <th scope="col">{say.others}</th>
                <th scope="col" className="end">
                  {say.amount}
                </th>
              </tr>
            </thead>
            <tbody>
              <SumRow name={say.couriers.cleared} rupees={couriers.cleared} strong />
              <SumRow name={say.couriers.to_bank} rupees={couriers.to_bank} />
              <SumRow name={say.couriers.charges} rupees={couriers.charges} />
              <SumRow name={say.couriers.difference} rupees={couriers.difference} />
              <SumRow name={say.creditByHand} rupees={credit_by_hand} strong />
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}

function SumRow({ name, rupees, strong = false }: { name: string; rupees: number; strong?: boolean }) {
  return (
    <tr className={strong ? 'font-semibold' : undefined}>
      <td data-first className="whitespace-normal">
        {name}
      </td>
      <td className="end" data-label={say.amount}>
        <Money rupees={rupees} />
      </td>
    </tr>
  )
}

function TaxRow({ name, tax, strong = false }: { name: string; tax: Tax; strong?: boolean }) {
  return (
    <tr className={strong ? 'font-semibold' : undefined}>
      <td data-first className="whitespace-normal">
        {name}
      </td>
      <TaxCells tax={tax} />
    </tr>
  )
}

type MoneyRowProps = { name: string; count: number; received: number; refunded: number; strong?: boolean }

function MoneyRow({ name, count, received, refunded, strong = false }: MoneyRowProps) {
  return (
    <tr className={strong ? 'font-semibold' : undefined}>
      <td data-first>{name}</td>
      <td className="end" data-label={say.entries}>
        {count}
      </td>
      <td className="end" data-label={say.received}>
        <Money rupees={received} />
      </td>
      <td className="end" data-label={say.refunded}>
        <Money rupees={refunded === 0 ? null : refunded} />
      </td>
    </tr>
  )
}
