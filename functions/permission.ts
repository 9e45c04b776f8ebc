import type { Permission } from '#domain/shop/staff.ts'
import type { Query } from '#postgres/statement.ts'
import type { FunctionContext } from './context.ts'

/** Whether the caller has a permission. The database checks role, block, session and second factor. Call it in the caller's own transaction. */
export async function may(query: Query, permission: Permission): Promise<boolean> {
  const [row] = await query<{ may: boolean }>('select public.may($1) as may', [permission])
  return row?.may === true
}

/** The same in a separate transaction. False if signed out. */
export const callerMay = (context: FunctionContext, permission: Permission): Promise<boolean> =>
  context.user === null ? Promise.resolve(false) : context.asUser((query) => may(query, permission))
