/** How the matrix of who may do what is written: a verb on rows, and what each asker gets. */
import type { Permission, Role } from '#domain/shop/staff.ts'
import { ORDER, PEOPLE, PRODUCT } from '../scenario.ts'

/** Rows touched; `no`: refused with 42501 by a missing grant or a policy's check; `reason`: staff have to say why. */
export type Outcome = number | 'no' | 'reason'

/** `admin` is the manager, `superAdmin` the owner. */
export const ASKERS = ['visitor', 'customer', 'other', 'admin', 'superAdmin', 'orderService', 'mailer'] as const
/** The roles that do only a part of the work. */
export const PART_ROLES = ['catalogue', 'orders', 'accounts'] as const satisfies readonly Role[]

/** What each role may do, as supabase/tests/permissions.test.ts holds it against the database. */
const EVERY_ROLE: readonly Permission[] = ['panel']
export const MAY: Record<(typeof PART_ROLES)[number], readonly Permission[]> = {
  catalogue: [...EVERY_ROLE, 'catalogue.write', 'marketing.write'],
  orders: [...EVERY_ROLE, 'orders.read', 'orders.process', 'orders.create', 'complaints.write'],
  accounts: [...EVERY_ROLE, 'orders.read', 'payments.manage', 'gst.read', 'analytics.read', 'customers.read'],
}

/** What each of ASKERS gets, in that order. The rows asked for are the customer's where a table has owners. */
export type Case = {
  verb: 'select' | 'insert' | 'update' | 'delete'
  sql: string
  outcomes: readonly [Outcome, Outcome, Outcome, Outcome, Outcome, Outcome, Outcome]
  before?: string
  /** Roles with this permission get what the manager gets; all others get what another customer gets, as every role does without it. */
  permission?: Permission
  /** Instead of what the manager gets, where rows belong to their author. */
  permitted?: Outcome
}

/** What a role that does a part of the work gets. */
export const outcomeFor = (role: (typeof PART_ROLES)[number], { permission, permitted, outcomes }: Case): Outcome =>
  permission !== undefined && MAY[role].includes(permission) ? (permitted ?? outcomes[3]) : outcomes[2]

export const me = `'${PEOPLE.customer}'`
export const order = `'${ORDER}'`
export const cream = `'${PRODUCT.cream}'`

export const nobody: Case['outcomes'] = ['no', 'no', 'no', 'no', 'no', 'no', 'no']
export const adminsOnly: Case['outcomes'] = ['no', 'no', 'no', 1, 1, 'no', 'no']
/** Granted to signed-in people, decided by policy: nobody but staff finds a row. */
export const adminsFind: Case['outcomes'] = ['no', 0, 0, 1, 1, 'no', 'no']
export const ownerAndAdmins: Case['outcomes'] = ['no', 1, 0, 1, 1, 'no', 'no']
export const ownOnly: Case['outcomes'] = ['no', 1, 0, 0, 0, 'no', 'no']
export const everybody: Case['outcomes'] = [1, 1, 1, 1, 1, 'no', 'no']

export const select = (sql: string, outcomes: Case['outcomes'], before?: string): Case => ({ verb: 'select', sql: `select from ${sql}`, outcomes, before })
export const insert = (sql: string, outcomes: Case['outcomes'], before?: string): Case => ({ verb: 'insert', sql: `insert into ${sql}`, outcomes, before })
export const update = (sql: string, outcomes: Case['outcomes'], before?: string): Case => ({ verb: 'update', sql: `update ${sql}`, outcomes, before })
export const remove = (sql: string, outcomes: Case['outcomes'], before?: string): Case => ({ verb: 'delete', sql: `delete from ${sql}`, outcomes, before })
/** These cases are for roles with this permission; `permitted` where they own no row that the manager does. */
export const asks = (permission: Permission, cases: Case[]): Case[] => cases.map((one) => ({ permission, ...one }))
