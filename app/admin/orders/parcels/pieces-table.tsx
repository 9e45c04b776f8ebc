import * as say from '#words/admin-parcels.ts'

type Row = { id: string; product_name: string; sku: string | null; pieces: number }
type PiecesTableProps = {
  label: string
  /** how many there are, of each line */
  most: string
  rows: readonly Row[]
  /** `begins`: the number that a field has at first */
  columns: readonly { name: string; head: string; label: (product: string) => string; begins: (row: Row) => number }[]
}

/** Numbers of pieces for each line of a parcel. */
export function PiecesTable({ label, most, rows, columns }: PiecesTableProps) {
  return (
    <table aria-label={label} className="grid-table">
      <thead>
        <tr>
          <th scope="col">{say.product}</th>
          {[most, ...columns.map(({ head }) => head)].map((head) => (
            <th key={head} scope="col" className="end">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td data-first>
              <span className="grid min-w-0 text-left [overflow-wrap:anywhere]">
                <span className="font-semibold">{row.product_name}</span>
                {row.sku === null ? null : <span className="text-ink-2">{row.sku}</span>}
              </span>
            </td>
            <td className="end" data-label={most}>
              {row.pieces}
            </td>
            {columns.map(({ name, head, label: labelOf, begins }) => (
              <td key={name} className="end" data-label={head}>
                <input
                  aria-label={labelOf(row.product_name)}
                  name={`${name}-${row.id}`}
                  className="box w-[84px] text-right"
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={7}
                  defaultValue={begins(row)}
                  onFocus={(event) => event.target.select()}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
