import type { Permission } from '#domain/shop/staff.ts'
import type { Query } from '#postgres/statement.ts'
import type { FunctionContext } from './context.ts'

/** Whether the caller may, by the database's word: role, block, session and second factor are all looked at there. For a caller's own transaction. */
export async function may(query: Query, permission: Permission): Promise<boolean> {
  const [row] = await query<{ may: boolean }>('select public.may($1) as may', [permission])
  return row?.may === true
}

/** The same in a transaction of its own. False for who is signed out. */
export const callerMay = (context: FunctionContext, permission: Permission): Promise<boolean> =>
  context.user === null ? Promise.resolve(false) : context.asUser((query) => may(query, permission))
