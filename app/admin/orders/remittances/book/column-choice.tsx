import { REMITTANCE_FIELDS } from '#domain/remittances/columns.ts'
import type { RemittanceField } from '#domain/remittances/columns.ts'
import * as say from '#words/admin-remittances.ts'
import type { LoadedFile } from './load-file.ts'

const SAMPLES = 3

/** What each column of the file has, with its first values. A field is in one column, charges may be in several. */
export function ColumnChoice({ file, onChange }: { file: LoadedFile; onChange: (columns: (RemittanceField | null)[]) => void }) {
  const choose = (at: number, field: RemittanceField | null) =>
    onChange(file.columns.map((old, place) => (place === at ? field : old === field && field !== 'charges' ? null : old)))
  return (
    <div className="mb-5">
      <h2 id="columns" className="text-base font-semibold">
        {say.columns}
      </h2>
      <p className="mb-2 text-ink-2">{say.columnsText}</p>
      <div className="relative overflow-x-auto rounded-md border border-line">
        <table className="num w-full">
          <thead>
            <tr className="border-b border-line text-left align-top">
              {file.headings.map((heading, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- columns have no other identity
                <th key={at} scope="col" className="min-w-[150px] px-3 py-2 font-medium">
                  <span className="mb-1 block [overflow-wrap:anywhere]">{heading || say.noHeading}</span>
                  <select
                    aria-label={say.columnOf(heading || String(at + 1))}
                    className="box w-full"
                    value={file.columns[at] ?? ''}
                    onChange={(event) => choose(at, REMITTANCE_FIELDS.find((field) => field === event.target.value) ?? null)}
                  >
                    <option value="">{say.notRead}</option>
                    {REMITTANCE_FIELDS.map((field) => (
                      <option key={field} value={field}>
                        {say.fields[field]}
                      </option>
                    ))}
                  </select>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {file.lines.slice(0, SAMPLES).map(({ row, cells }) => (
              <tr key={row} className="border-b border-line text-ink-2 last:border-0">
                {file.headings.map((_, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- as above
                  <td key={at} className="max-w-[220px] truncate px-3 py-1">
                    {cells[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
