/** The notation of the access matrix: a verb on rows, and the outcome for each asker. */
import type { Permission, Role } from '#domain/shop/staff.ts'
import { ORDER, PEOPLE, PRODUCT } from '../scenario.ts'

/** Rows touched; `no`: refused with 42501 by a missing grant or a policy's check; `reason`: staff must give a reason. */
export type Outcome = number | 'no' | 'reason'

/** `admin` is the manager, `superAdmin` the owner. */
export const ASKERS = ['visitor', 'customer', 'other', 'admin', 'superAdmin', 'orderService', 'mailer'] as const
/** The roles that do only part of the work. */
export const PART_ROLES = ['catalogue', 'orders', 'accounts'] as const satisfies readonly Role[]

/** What each role may do; supabase/tests/permissions.test.ts compares it with the database. */
const EVERY_ROLE: readonly Permission[] = ['panel']
export const MAY: Record<(typeof PART_ROLES)[number], readonly Permission[]> = {
  catalogue: [...EVERY_ROLE, 'catalogue.write', 'marketing.write'],
  orders: [...EVERY_ROLE, 'orders.read', 'orders.process', 'orders.create', 'complaints.write'],
  accounts: [...EVERY_ROLE, 'orders.read', 'payments.manage', 'gst.read', 'gst.write', 'analytics.read', 'costs.read', 'customers.read'],
}

/** The outcome for each of ASKERS, in that order. Where a table has owners, the rows are the customer's. */
export type Case = {
  verb: 'select' | 'insert' | 'update' | 'delete'
  sql: string
  outcomes: readonly [Outcome, Outcome, Outcome, Outcome, Outcome, Outcome, Outcome]
  before?: string
  /** Roles with this permission get the manager's outcome. All other roles, and every role without a `permission` here, get another customer's. */
  permission?: Permission
  /** Replaces the manager's outcome for part roles, where rows belong to their author. */
  permitted?: Outcome
}

/** The outcome for a role that does only part of the work. */
export const outcomeFor = (role: (typeof PART_ROLES)[number], { permission, permitted, outcomes }: Case): Outcome =>
  permission !== undefined && MAY[role].includes(permission) ? (permitted ?? outcomes[3]) : outcomes[2]

export const me = `'${PEOPLE.customer}'`
export const order = `'${ORDER}'`
export const cream = `'${PRODUCT.cream}'`

export const nobody: Case['outcomes'] = ['no', 'no', 'no', 'no', 'no', 'no', 'no']
export const adminsOnly: Case['outcomes'] = ['no', 'no', 'no', 1, 1, 'no', 'no']
/** Granted to signed-in users and decided by policy: only staff find a row. */
export const adminsFind: Case['outcomes'] = ['no', 0, 0, 1, 1, 'no', 'no']
export const ownerAndAdmins: Case['outcomes'] = ['no', 1, 0, 1, 1, 'no', 'no']
export const ownOnly: Case['outcomes'] = ['no', 1, 0, 0, 0, 'no', 'no']
export const everybody: Case['outcomes'] = [1, 1, 1, 1, 1, 'no', 'no']

export const select = (sql: string, outcomes: Case['outcomes'], before?: string): Case => ({ verb: 'select', sql: `select from ${sql}`, outcomes, before })
export const insert = (sql: string, outcomes: Case['outcomes'], before?: string): Case => ({ verb: 'insert', sql: `insert into ${sql}`, outcomes, before })
export const update = (sql: string, outcomes: Case['outcomes'], before?: string): Case => ({ verb: 'update', sql: `update ${sql}`, outcomes, before })
export const remove = (sql: string, outcomes: Case['outcomes'], before?: string): Case => ({ verb: 'delete', sql: `delete from ${sql}`, outcomes, before })
/** Marks cases for roles with this permission; their `permitted` applies where the role owns no row that the manager owns. */
export const asks = (permission: Permission, cases: Case[]): Case[] => cases.map((one) => ({ permission, ...one }))
