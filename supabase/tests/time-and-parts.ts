import type { Scratch } from './shop.ts'

/** Sets the clock of the database to a moment, until the end of the transaction. */
export const at = (db: Scratch, moment: string) => db.run("select set_config('shop.as_of', $1, true)", [moment])

/** The part of a divided table in which each of these rows is, in the order of their ids: `2041_04`, or `rest`. */
export async function partsOfRows(db: Scratch, table: string, condition = 'true'): Promise<string[]> {
  const rows = await db.rows(`select tableoid::regclass::text as part from ${table} where ${condition} order by id`)
  return rows.map(({ part }) => String(part).replace(`parts.${table.split('.')[1]}_`, ''))
}
