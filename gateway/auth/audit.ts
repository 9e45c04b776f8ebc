/** Writes auth.audit_log_entries with ids only: erasing an account removes personal data elsewhere, and ids may remain. */
import { randomUUID } from 'node:crypto'
import type { Query } from '#postgres/statement.ts'
import type { AuthContext, AuthCaller } from './context.ts'

export type AuditAction =
  | 'login'
  | 'logout'
  | 'user_signedup'
  | 'user_confirmation_requested'
  | 'user_recovery_requested'
  | 'user_invited'
  | 'user_modified'
  | 'user_updated_password'
  | 'user_deleted'
  | 'token_revoked'
  | 'factor_in_progress'
  | 'challenge_created'
  | 'verification_attempted'
  | 'factor_unenrolled'
  | 'factor_deleted'
  | 'recovery_codes_generated'
  | 'recovery_codes_regenerated'
  | 'recovery_codes_verified'
  | 'recovery_codes_deleted'

export async function audit(context: AuthContext, query: Query, action: AuditAction, actorId: string, caller: AuthCaller): Promise<void> {
  await query('insert into auth.audit_log_entries (id, payload, created_at, ip_address) values ($1, $2, $3, $4)', [
    randomUUID(),
    { action, actor_id: caller.serviceRole ? 'service_role' : actorId, subject_id: actorId },
    context.now(),
    caller.ip ?? '',
  ])
}
