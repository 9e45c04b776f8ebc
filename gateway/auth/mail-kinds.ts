/** The mails of the auth service. */
export type AuthMailKind = 'signup' | 'recovery' | 'email_change' | 'magiclink' | 'invite'
/** Notification mails without a token: their link is the site itself. */
export type AuthNoticeKind = 'account_exists' | 'mfa_factor_enrolled' | 'mfa_factor_unenrolled' | 'mfa_recovery_code_used' | 'mfa_wrong_codes'
