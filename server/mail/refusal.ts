/**
 * Classifies an SMTP error. 'size': the mail is too large. 'final': recipient or text are permanently refused (RFC 5321, 4.2.1).
 * undefined: a temporary or connection error.
 */
export function refusalOf(error: unknown): 'size' | 'final' | undefined {
  const { responseCode = 0, command, code } = error as { responseCode?: number; command?: string; code?: string }
  if (responseCode === 552 || (code === 'EMESSAGE' && command === 'MAIL FROM')) return 'size'
  if (responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')) return 'final'
  return undefined
}
