/**
 * Regular expressions that the analysis cannot prove linear, or whose text is only known at run time, each with the reason why no
 * external text can make it slow. An entry that matches no expression fails the check.
 */
export type Allowed = { file: string; /** the text between the slashes, or the whole call for one created at run time */ text: string; reason: string }

export const ALLOWED: readonly Allowed[] = [
  { file: 'domain/money/money.ts', text: '\\B(?=(\\d{2})+$)', reason: 'Reads the digits of a safe integer, which are at most 16.' },
  {
    file: 'domain/orders/payment-provider.ts',
    text: 'new RegExp(`^${kind}_[A-Za-z0-9]{1,40}$`)',
    reason: 'The names are three constants of letters; what follows them is bounded.',
  },
  {
    file: 'domain/text/redact.ts',
    text: '((?:api[-_ ]?key|access[-_ ]?token|refresh[-_ ]?token|provider[-_ ]?token|id[-_ ]?token|token[-_ ]?hash|token|pass[-_ ]?word|passwd|pwd|secret|authorization|cookie|otp|code[-_ ]?verifier|signature)[\\w-]{0,64}\\\\{0,8}["\']?\\s{0,20}(?:[:=]|%3D)\\s{0,20})(?:\\\\{0,8}"[^"]*"?|\'[^\']*\'?|[^&,;\\n}\\]"\']+)',
    reason: 'Every repetition before the sign is bounded, so each place of the text costs a fixed number of steps, and the text is cut to 8,000 characters.',
  },
  {
    file: 'domain/text/redact.ts',
    text: '[^\\s@"\'<>()[\\]{},;:=&?/\\\\|]{1,64}(?:@|%40)[^\\s@"\'<>()[\\]{},;:=&?/\\\\|]{1,255}',
    reason: 'Both repetitions are bounded, so each place of the text costs a fixed number of steps, and the text is cut to 8,000 characters.',
  },
  {
    file: 'gateway/auth/accounts/admin-users.ts',
    text: '(\\d{1,15}(?:\\.\\d{1,15})?)(ns|us|ms|s|m|h)',
    reason: 'Runs only on what the expression before it has accepted: six amounts of at most 31 digits.',
  },
  {
    file: 'gateway/auth/links/redirects.ts',
    text: 'new RegExp(`^${source}$`)',
    reason: "The patterns are the operator's, and an address of more than 2,000 characters is not looked at.",
  },
  {
    file: 'scripts/import/mapping.ts',
    text: "new RegExp(rule.name, 'iu')",
    reason: 'The patterns come from a mapping file that the operator writes for their own list, on the command line.',
  },
]
