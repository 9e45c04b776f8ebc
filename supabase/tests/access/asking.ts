/** How the matrix of who may do what is written: a verb on rows, and what each asker gets. */
import { ORDER, PEOPLE, PRODUCT } from '../scenario.ts'

/** Rows touched; `no`: refused with 42501 by a missing grant or a policy's check; `reason`: an admin has to say why. */
export type Outcome = number | 'no' | 'reason'

export const ASKERS = ['visitor', 'customer', 'other', 'admin', 'superAdmin', 'desk', 'mailer'] as const
/** What each of ASKERS gets, in that order. The rows asked for are the customer's where a table has owners. */
export type Case = {
  verb: 'select' | 'insert' | 'update' | 'delete'
  sql: string
  outcomes: readonly [Outcome, Outcome, Outcome, Outcome, Outcome, Outcome, Outcome]
  before?: string
}

export const me = `'${PEOPLE.customer}'`
export const order = `'${ORDER}'`
export const cream = `'${PRODUCT.cream}'`

export const nobody: Case['outcomes'] = ['no', 'no', 'no', 'no', 'no', 'no', 'no']
export const adminsOnly: Case['outcomes'] = ['no', 'no', 'no', 1, 1, 'no', 'no']
/** Granted to signed-in people, decided by policy: nobody but an admin finds a row. */
export const adminsFind: Case['outcomes'] = ['no', 0, 0, 1, 1, 'no', 'no']
export const ownerAndAdmins: Case['outcomes'] = ['no', 1, 0, 1, 1, 'no', 'no']
export const ownOnly: Case['outcomes'] = ['no', 1, 0, 0, 0, 'no', 'no']
export const everybody: Case['outcomes'] = [1, 1, 1, 1, 1, 'no', 'no']

export const select = (sql: string, outcomes: Case['outcomes'], before?: string): Case => ({ verb: 'select', sql: `select from ${sql}`, outcomes, before })
export const insert = (sql: string, outcomes: Case['outcomes'], before?: string): Case => ({ verb: 'insert', sql: `insert into ${sql}`, outcomes, before })
export const update = (sql: string, outcomes: Case['outcomes'], before?: string): Case => ({ verb: 'update', sql: `update ${sql}`, outcomes, before })
export const remove = (sql: string, outcomes: Case['outcomes'], before?: string): Case => ({ verb: 'delete', sql: `delete from ${sql}`, outcomes, before })
