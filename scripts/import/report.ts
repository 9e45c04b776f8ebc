import { formatRupees } from '#domain/money/money.ts'
import type { ImportPlan } from './plan.ts'
import type { Written } from './write-products.ts'

/** The whole import as text: the counts, then every row that was left out, was changed, or looks like another one. */
export function importReport(plan: ImportPlan, written: Written): string {
  const refused = [...plan.refused, ...written.refused].toSorted((a, b) => a.row - b.row)
  const noted = plan.products.filter(({ notes }) => notes.length > 0)
  const alikeRows = plan.alike.reduce((sum, group) => sum + group.length, 0)
  return [
    summaryLine(plan, written),
    '',
    `Rows not imported: ${refused.length}`,
    ...refused.map(({ row, name, reason }) => `  row ${row} ${name === '' ? '(no name)' : name}: ${reason}`),
    '',
    `Rows imported with a remark: ${noted.length}`,
    ...noted.flatMap(({ row, name, notes }) => notes.map((note) => `  row ${row} ${name}: ${note}`)),
    '',
    `Rows that look alike: ${alikeRows} in ${plan.alike.length} groups (same name, brand, category, price and MRP; each is kept as a product of its own)`,
    ...plan.alike.map(
      (group) => `  rows ${group.map(({ row }) => row).join(', ')}: ${group[0]?.name} [${group[0]?.brand ?? 'no brand'}] ${formatRupees(group[0]?.price ?? 0)}`,
    ),
    '',
  ].join('\n')
}

export const summaryLine = (plan: ImportPlan, written: Written): string =>
  `${plan.read} rows read: ${written.added} added, ${written.changed} changed, ${written.unchanged} unchanged, ${plan.refused.length + written.refused.length} not imported`
