import { Link } from 'react-router'
import { formatRupees, sumOf, toPaise } from '#domain/money/money.ts'
import * as say from '#words/admin-receivables.ts'
import type { MoneyToCollect } from '../../../data/admin/orders/payments.ts'

type Age = MoneyToCollect['ages'][number]
const KINDS = ['cod', 'awaited', 'verify'] as const
const filterTo = (kind: string, age: string): string =>
  `?${new URLSearchParams({ ...(kind === '' ? {} : { kind }), ...(age === '' ? {} : { age }) }).toString()}`

/** The open amounts by age and by what they are for; each leads to its rows. */
export function AgeTable({ owed }: { owed: MoneyToCollect }) {
  const ages = owed.ages.filter(({ kind }) => kind === 'cod')
  const kinds = KINDS.filter((kind) => owed.ages.some((age) => age.kind === kind && age.count > 0))
  const cell = (kind: string, from: number | null) => owed.ages.filter((age) => (kind === '' || age.kind === kind) && (from === null || age.from_day === from))
  return (
    <section aria-label={say.byAge} className="num relative mb-4 overflow-x-auto rounded-md border border-line">
      <table className="w-full">
        <thead>
          <tr className="border-b border-line text-left">
            <th scope="col" className="px-4 py-2 font-medium text-ink-2">
              {say.kind}
            </th>
            {ages.map(({ from_day, to_day }) => (
              <th key={from_day} scope="col" className={`px-3 py-2 text-right font-medium whitespace-nowrap ${from_day > 15 ? 'text-late' : 'text-ink-2'}`}>
                {say.age(from_day, to_day)}
              </th>
            ))}
            <th scope="col" className="px-4 py-2 text-right font-medium text-ink-2">
              {say.all}
            </th>
          </tr>
        </thead>
        <tbody>
          {[...kinds, ...(kinds.length > 1 ? ([''] as const) : [])].map((kind) => (
            <tr key={kind} className="border-b border-line last:border-0">
              <th scope="row" className="px-4 py-2 text-left align-top font-semibold">
                {kind === '' ? say.all : say.kinds[kind]}
                {kind === '' ? null : <span className="block font-normal text-pretty text-ink-2 max-md:hidden">{say.kindText[kind]}</span>}
              </th>
              {ages.map(({ from_day, to_day }) => (
                <Cell key={from_day} rows={cell(kind, from_day)} to={filterTo(kind, String(from_day))} label={say.age(from_day, to_day)} kind={kind} />
              ))}
              <Cell rows={cell(kind, null)} to={filterTo(kind, '')} label={say.all} kind={kind} strong />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type CellProps = { rows: readonly Age[]; to: string; label: string; kind: '' | (typeof KINDS)[number]; strong?: boolean }

function Cell({ rows, to, label, kind, strong = false }: CellProps) {
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  return (
    <td className="px-3 py-2 text-right align-top last:px-4">
      {count === 0 ? (
        <span className="text-ink-2">–</span>
      ) : (
        <Link to={to} className="inline-grid justify-items-end hover:underline touch:min-h-11 touch:content-center">
          <span className={strong ? 'font-semibold' : ''}>{formatRupees(sumOf(rows, ({ amount }) => toPaise(amount)))}</span>
          <span className="text-ink-2">{say.count(count)}</span>
          <span className="sr-only">{say.show(kind === '' ? say.all : say.kinds[kind], label)}</span>
        </Link>
      )}
    </td>
  )
}
