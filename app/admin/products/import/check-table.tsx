import { useState } from 'react'
import { formatRupees, toPaise } from '#domain/money/money.ts'
import { parseTiers } from '#domain/prices/price-tiers.ts'
import type { ImportField } from '#domain/product-import/fields.ts'
import type { CheckedRow } from '#domain/product-import/validate-list.ts'
import type { ProductColumns } from '#domain/product-import/validate-row.ts'
import { tiersText } from '#domain/product-import/read-cell.ts'
import { categoryFinder } from '#domain/product-import/category-nodes.ts'
import type { CategoryNode } from '#domain/product-import/category-nodes.ts'
import * as say from '#words/admin-import.ts'
import * as list from '#words/admin-products.ts'
import { columnText, expectedText } from './error-text.ts'
import type { Tab } from './check-tabs.ts'

const SHOWN = 50
const MONEY = new Set(['price', 'retail_price', 'mrp', 'cost'])

/** The rows of one kind, fifty at a time, with their errors, warnings or changes. */
export function CheckTable({ tab, rows, categories }: { tab: Tab; rows: readonly CheckedRow[]; categories: readonly CategoryNode[] }) {
  const [count, setCount] = useState(SHOWN)
  const { pathText } = categoryFinder(categories)
  if (rows.length === 0) return <p className="px-4 py-8 text-center text-ink-2">{say.noRows}</p>
  const refused = tab === 'refused'
  return (
    <>
      <div className="grid-room">
        <table className="grid-table">
          <thead>
            <tr>
              <th scope="col" className="end">
                {say.row}
              </th>
              <th scope="col">{say.product}</th>
              <th scope="col">{refused ? say.column : tab === 'changed' ? say.changes : say.what}</th>
              {refused ? (
                <>
                  <th scope="col">{say.found}</th>
                  <th scope="col">{say.expected}</th>
                </>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, count).map((row) => (
              <tr key={row.row}>
                <td className="end text-ink-2" data-first="">
                  {row.row}
                </td>
                <td data-label={say.product}>
                  <span className="line-clamp-2 max-w-[44ch] font-semibold [overflow-wrap:anywhere] md:min-w-[120px]">{row.name || '–'}</span>
                  <span className="block break-all text-ink-2">{row.sku}</span>
                </td>
                {refused ? (
                  <RowErrors row={row} />
                ) : (
                  <td data-label={tab === 'changed' ? say.changes : say.what}>
                    <span className="grid gap-1">
                      {tab === 'warned' ? row.warnings.map((one) => <span key={one}>{say.warnings[one]}</span>) : null}
                      {tab === 'same' && row.repeats !== null ? say.repeatsRow(row.repeats) : null}
                      {tab === 'changed' ? <Changes row={row} pathText={pathText} /> : null}
                      {tab === 'new' ? (
                        <Summary set={row.set} category={row.newCategory ?? (row.set.category_id ? pathText(row.set.category_id) : '')} />
                      ) : null}
                    </span>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="flex min-h-10 flex-wrap items-center gap-2 border-t border-line px-4 py-2 text-ink-2">
        {say.shown(Math.min(count, rows.length), rows.length)}
        {count < rows.length ? (
          <button type="button" className="ctl" onClick={() => setCount(count + SHOWN)}>
            {say.showMore}
          </button>
        ) : null}
      </p>
    </>
  )
}

function RowErrors({ row }: { row: CheckedRow }) {
  return (
    <>
      <td data-label={say.column} className="text-cancelled">
        <Lines lines={row.errors.map(columnText)} />
      </td>
      <td data-label={say.found}>
        <Lines lines={row.errors.map(({ found }) => found || say.nothing)} />
      </td>
      <td data-label={say.expected}>
        <Lines lines={row.errors.map(expectedText)} />
      </td>
    </>
  )
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <span className="grid gap-1">
    {lines.map((line, place) => (
      <span key={place} className="line-clamp-2 max-w-[48ch] [overflow-wrap:anywhere] md:min-w-[72px]">
        {line}
      </span>
    ))}
  </span>
)

type Pathing = (id: string) => string

function Changes({ row, pathText }: { row: CheckedRow; pathText: Pathing }) {
  const columns = Object.keys(row.set) as (keyof ProductColumns)[]
  return (
    <>
      {columns.map((column) => (
        <span key={column} className="line-clamp-2 max-w-[80ch] break-words">
          {fieldOf(column)}: <span className="text-ink-2">{valueText(column, row.was[column], pathText)}</span> → {valueText(column, row.set[column], pathText)}
        </span>
      ))}
      {row.newCategory === null ? null : <span>{say.newCategory(row.newCategory)}</span>}
      {row.joins && row.family ? <span>{say.joinsFamily(row.family.name, row.family.values)}</span> : null}
    </>
  )
}

function Summary({ set, category }: { set: CheckedRow['set']; category: string }) {
  const parts = [
    set.price === undefined ? '' : formatRupees(toPaise(set.retail_price || set.price)),
    set.mrp ? `${say.fields.mrp} ${formatRupees(toPaise(set.mrp))}` : '',
    set.brand ?? '',
    category,
    set.stock === undefined ? '' : `${say.fields.stock} ${set.stock}`,
    set.status === undefined ? '' : list.states[set.status],
  ]
  return <span className="text-ink-2">{parts.filter(Boolean).join(' · ')}</span>
}

const fieldOf = (column: keyof ProductColumns): string => (column === 'category_id' ? say.fields.category : say.fields[column satisfies ImportField])

function valueText(column: keyof ProductColumns, value: unknown, pathText: Pathing): string {
  if (value === null || value === undefined || value === '') return '–'
  if (column === 'category_id') return pathText(String(value))
  if (column === 'pricing_tiers') return tiersText(parseTiers(value))
  if (column === 'status') return list.states[value as ProductColumns['status']]
  if (MONEY.has(column)) return formatRupees(toPaise(value as number))
  return typeof value === 'boolean' ? (value ? list.yes : list.no) : String(value).slice(0, 160)
}
