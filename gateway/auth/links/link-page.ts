/**
 * The page behind a mailed link. Mail scanners, link previews and browser preloading open links too, so a GET must not change
 * anything: only the button consumes the token. The page works without scripts and loads no external resources.
 */
import { createHash } from 'node:crypto'
import type { AuthMailKind } from '../mail-kinds.ts'

/** The application supplies texts and styles; the gateway defines the form. */
export type LinkPage = {
  lang: string
  /** Document title. */
  title: string
  heading: string
  text: string
  /** Instead of `text`, for the browser of a sign-up, which is not asked for the password. */
  known?: string
  button: string
  /** For a sign-up, whose password is asked for again. */
  password: PasswordTexts
  /** Trusted HTML above the panel: the application's logo. */
  header: string
  /** CSS for header, main, h1, p, form, label, .hint, input, .alert, button and .second. */
  styles: string
}
export type PasswordTexts = {
  label: string
  hint: string
  /** Error: no password entered. */
  missing: string
  /** Error: not the password of this sign-up. */
  wrong: string
  /** Label of the button that sets the entered password. */
  replace: string
}
/** The error shown at the password field. `reason` is the message for a weak password. */
export type PasswordPrompt = { refusal?: 'missing' | 'wrong' | 'weak'; reason?: string }
export type LinkPages = (kind: AuthMailKind) => LinkPage

const TEXTS: Record<AuthMailKind, [heading: string, text: string, button: string]> = {
  signup: ['Confirm your email', 'Click the button to confirm your email address.', 'Confirm'],
  invite: ['You are invited', 'Click the button to accept the invitation.', 'Accept'],
  recovery: ['Choose a new password', 'Click the button to continue.', 'Continue'],
  magiclink: ['Sign in', 'Click the button to sign in.', 'Sign in'],
  email_change: ['Confirm your email', 'Click the button to confirm your new email address.', 'Confirm'],
}

const PASSWORD: PasswordTexts = {
  label: 'Password',
  hint: 'The one you chose when you signed up.',
  missing: 'Type your password.',
  wrong: 'This is not the password of this sign-up. Type it again, or make what you type your password.',
  replace: 'Make this my password',
}

const PLAIN =
  'body { max-width: 30rem; margin: 3rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif } button { font: inherit; padding: .75rem 1.5rem }'

export const plainLinkPages: LinkPages = (kind) => {
  const [heading, text, button] = TEXTS[kind]
  return { lang: 'en', title: heading, heading, text, button, password: PASSWORD, header: '', styles: PLAIN }
}

/** Escapes text for HTML content and double-quoted attributes. */
function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** The CSP source of the redirect target: browsers apply form-action to the redirect after the form as well. */
function sourceOf(address: string): string {
  const url = new URL(address)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.origin : url.protocol
}

/** The hidden fields of the form; `redirectTo` is the address that the user reaches afterwards. */
export type LinkForm = { token: string; type: string; redirectTo: string }

function passwordField({ password }: LinkPage, { refusal, reason }: PasswordPrompt): string {
  const message = refusal === undefined ? null : refusal === 'weak' ? (reason ?? password.wrong) : password[refusal]
  const alert = message === null ? '' : `<p class="alert" role="alert" id="alert">${escape(message)}</p>`
  return `${alert}<label for="password">${escape(password.label)}</label><p class="hint" id="hint">${escape(password.hint)}</p><input id="password" name="password" type="password" autocomplete="current-password" required autofocus aria-describedby="hint${message === null ? '' : ' alert'}"${message === null ? '' : ' aria-invalid="true"'}>`
}

/** @param signUp the password prompt, which the person must answer, or 'known' in the browser that signed up; null for other links */
export function linkPageResponse(page: LinkPage, form: LinkForm, signUp: PasswordPrompt | 'known' | null): Response {
  const asks = signUp === 'known' ? null : signUp
  const hidden = Object.entries({ token: form.token, type: form.type, redirect_to: form.redirectTo })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`)
    .join('')
  const mayReplace = asks?.refusal === 'wrong' || asks?.refusal === 'weak'
  const replace = mayReplace ? `<button type="submit" name="choice" value="replace" class="second">${escape(page.password.replace)}</button>` : ''
  const html = `<!doctype html>
<html lang="${escape(page.lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${escape(page.title)}</title>
<style>${page.styles}</style>
</head>
<body>
${page.header === '' ? '' : `<header>${page.header}</header>`}
<main>
<h1>${escape(page.heading)}</h1>
<p>${escape(signUp === 'known' ? (page.known ?? page.text) : page.text)}</p>
<form method="post" action="verify">${hidden}${asks ? passwordField(page, asks) : ''}<button type="submit">${escape(page.button)}</button>${replace}</form>
</main>
</body>
</html>
`
  const style = createHash('sha256').update(page.styles).digest('base64')
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      // The URL contains the token: no cache may store it.
      'cache-control': 'no-store',
      // No referrer leaves this site; within it, browsers without Sec-Fetch-Site need one to send their Origin with the form.
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex',
      'x-frame-options': 'DENY',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${style}'; font-src data:; img-src 'self' data:; form-action 'self' ${sourceOf(form.redirectTo)}; base-uri 'none'; frame-ancestors 'none'`,
    },
  })
}
