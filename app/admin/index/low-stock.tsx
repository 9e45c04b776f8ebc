import { Link } from 'react-router'
import { groupIndian } from '#domain/money/money.ts'
import * as say from '#words/admin-dashboard.ts'
import type { Dashboard } from '../../data/admin/reports/dashboard.ts'
import { Picture } from '../../ui/pictures/picture.tsx'
import { QUEUE_PATHS, editProductPath } from '../paths.ts'

/** Active products that are running out, fewest first (docs/rules.md#reorder-level). */
export function LowStock({ stock }: { stock: NonNullable<Dashboard['stock']> }) {
  return (
    <section aria-labelledby="running-out" className="min-w-0 rounded-md border border-line">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-line px-4">
        <h2 id="running-out">{say.runningOut}</h2>
        <span className="text-ink-2">{say.runningOutHint}</span>
        <Link to={QUEUE_PATHS.stock} className="ml-auto font-medium text-plum-600 hover:underline">
          {say.allProducts}
        </Link>
      </div>
      {stock.rows.length === 0 ? (
        <p className="px-4 py-10 text-center text-ink-2">{say.noneRunningOut}</p>
      ) : (
        <table className="w-full text-left">
          <thead>
            <tr className="text-ink-2">
              <th scope="col" colSpan={2} className="px-4 py-2 font-medium">
                {say.product}
              </th>
              <th scope="col" className="px-2 py-2 text-right font-medium">
                {say.stockLeft}
              </th>
              <th scope="col" className="px-4 py-2 text-right font-medium">
                {say.soldSoFar}
              </th>
            </tr>
          </thead>
          <tbody>
            {stock.rows.map((row) => (
              <tr key={row.id} className="border-t border-line">
                <td className="w-12 py-[6px] pl-4">
                  <Picture src={row.image_url} alt="" width={32} height={32} sizes="32px" className="size-8! max-w-none rounded-sm object-cover" />
                </td>
                <td className="px-3 py-[6px]">
                  <Link to={editProductPath(row.id)} className="typed hover:underline">
                    {row.name}
                  </Link>
                </td>
                <td className={`px-2 text-right font-semibold ${row.stock === 0 ? 'text-bad' : 'text-late'}`}>{row.stock}</td>
                <td className="px-4 text-right">{groupIndian(String(row.units_sold))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
