/**
 * The page behind a mailed link. Mail scanners, link previews and a browser's preload open links too, so opening one must
 * change nothing: the person's press on the button uses the token up. Works without scripts, loads nothing from anywhere.
 */
import { createHash } from 'node:crypto'
import type { AuthMailKind } from './context.ts'

/** Words and looks belong to the application; what the form sends is the gateway's. */
export type LinkPage = {
  lang: string
  /** In the browser's tab. */
  title: string
  heading: string
  text: string
  button: string
  /** For a sign-up, whose password is asked again. */
  password: PasswordWords
  /** HTML above the panel, trusted: the application's mark. */
  header: string
  /** A style sheet for header, main, h1, p, form, label, .hint, input, .alert, button and .second. */
  styles: string
}
export type PasswordWords = {
  label: string
  hint: string
  /** Nothing was typed. */
  missing: string
  /** It is not the password of this sign-up. */
  wrong: string
  /** On the button that makes what was typed the password. */
  replace: string
}
/** What the field for the password has to say; null where there is none. */
export type Asks = { refusal?: 'missing' | 'wrong' | 'weak'; reason?: string }
export type LinkPages = (kind: AuthMailKind) => LinkPage

const TEXTS: Record<AuthMailKind, [heading: string, text: string, button: string]> = {
  signup: ['Confirm your email', 'Press the button to confirm that this is your address.', 'Confirm'],
  invite: ['You are invited', 'Press the button to accept the invitation.', 'Accept'],
  recovery: ['Choose a new password', 'Press the button to go on to the form.', 'Continue'],
  magiclink: ['Sign in', 'Press the button to sign in.', 'Sign in'],
  email_change: ['Confirm your email', 'Press the button to confirm the change of your address.', 'Confirm'],
}

const PASSWORD: PasswordWords = {
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

/** Text for HTML, in content and in double-quoted attributes alike. */
function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Browsers apply form-action to the redirect after the form as well. */
function sourceOf(address: string): string {
  const url = new URL(address)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.origin : url.protocol
}

/** What the form sends back; `to` is the address that the press leads to. */
export type LinkForm = { token: string; type: string; redirectTo: string }

function passwordField({ password }: LinkPage, { refusal, reason }: Asks): string {
  const message = refusal === undefined ? null : refusal === 'weak' ? (reason ?? password.wrong) : password[refusal]
  const alert = message === null ? '' : `<p class="alert" role="alert" id="alert">${escape(message)}</p>`
  return `${alert}<label for="password">${escape(password.label)}</label><p class="hint" id="hint">${escape(password.hint)}</p><input id="password" name="password" type="password" autocomplete="current-password" required autofocus aria-describedby="hint${message === null ? '' : ' alert'}"${message === null ? '' : ' aria-invalid="true"'}>`
}

/** @param asks for a sign-up, whose password the person has to show to be theirs */
export function linkPageAnswer(page: LinkPage, form: LinkForm, asks: Asks | null): Response {
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
<p>${escape(page.text)}</p>
<form method="post" action="verify">${hidden}${asks ? passwordField(page, asks) : ''}<button type="submit">${escape(page.button)}</button>${replace}</form>
</main>
</body>
</html>
`
  const style = createHash('sha256').update(page.styles).digest('base64')
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      // The token is in the address: nothing may keep it or pass it on.
      'cache-control': 'no-store',
      // Nothing leaves this site; on it, browsers without Sec-Fetch-Site need a referrer to send their Origin with the form.
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex',
      'x-frame-options': 'DENY',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${style}'; font-src data:; img-src 'self' data:; form-action 'self' ${sourceOf(form.redirectTo)}; base-uri 'none'; frame-ancestors 'none'`,
    },
  })
}
