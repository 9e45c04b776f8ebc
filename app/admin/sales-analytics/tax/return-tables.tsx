import { Link, useSearchParams } from 'react-router'
import type { SheetName } from '#domain/gstr1/sheets.ts'
import * as say from '#words/admin-gst.ts'
import type { GstReturn, Tax } from '../../../data/admin/reports/gst-return.ts'
import { Money } from '../../ui/cells.tsx'
import { documentsSearch } from './document-selection.ts'

/** The amounts of a row, in the order of the columns. */
export const HEADS = [
  ['taxable', say.taxable],
  ['cgst', say.cgst],
  ['sgst', say.sgst],
  ['igst', say.igst],
] as const

type ReturnTablesProps = { tables: GstReturn['tables']; busy: SheetName | null; onSave: (table: SheetName) => void }

/** Every table of the return with its total; its name links to its documents, its rows are in its sheet. */
export function ReturnTables({ tables, busy, onSave }: ReturnTablesProps) {
  const [params] = useSearchParams()
  return (
    <div className="grid-room overflow-clip rounded-md border border-line bg-surface md:max-lg:overflow-x-auto">
      <table className="grid-table">
        <caption className="sr-only">{say.tables}</caption>
        <thead>
          <tr>
            <th scope="col">{say.table}</th>
            <th scope="col">{say.what}</th>
            <th scope="col" className="end">
              {say.rows}
            </th>
            {HEADS.map(([head, label]) => (
              <th key={head} scope="col" className="end">
                {label}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">{say.download}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tables.map(({ table, rows, ...tax }) => {
            const [number, name] = say.tableNames[table]
            return (
              <tr key={table}>
                <td data-label={say.table}>{number}</td>
                <td data-first className="min-w-[140px]">
                  {rows === 0 ? (
                    name
                  ) : (
                    <Link to={documentsSearch(params, { table })} className="text-plum-600 hover:underline">
                      {name}
                    </Link>
                  )}
                </td>
                <td className="end" data-label={say.rows}>
                  {rows}
                </td>
                <TaxCells tax={tax} />
                <td className={`end ${rows === 0 ? 'max-md:hidden!' : ''}`}>
                  {rows === 0 ? null : <SaveSheet table={table} name={`${number}, ${name}`} busy={busy} onSave={onSave} />}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** A dash if there is no amount; on a phone, where each amount is a line, the line is hidden. */
export function TaxCells({ tax }: { tax: Tax }) {
  return HEADS.map(([head, label]) => (
    <td key={head} className={`end ${tax[head] === 0 ? 'max-md:hidden!' : ''}`} data-label={label}>
      <Money rupees={tax[head] === 0 ? null : tax[head]} />
    </td>
  ))
}

/** The button's label includes the table's name: nine buttons that read 'CSV' mean nothing to screen-reader users. */
export function SaveSheet({ table, name, busy, onSave }: { table: SheetName; name: string; busy: SheetName | null; onSave: (table: SheetName) => void }) {
  return (
    <button
      type="button"
      className="ctl"
      aria-label={say.csvOf(name)}
      aria-disabled={busy !== null || undefined}
      onClick={() => busy === null && onSave(table)}
    >
      {say.downloadCsv}
    </button>
  )
}
