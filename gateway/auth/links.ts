/** The addresses that go into mails. */
import type { AuthMailKind } from './context.ts'

export type LinkBuilder = {
  /** The wanted address when it is allowed, else the site's own. */
  redirect(wanted: unknown): string
  verify(token: string, kind: AuthMailKind, redirectTo: string): string
}

export function createLinks(issuer: string, redirect: (wanted: unknown) => string): LinkBuilder {
  return {
    redirect,
    verify(token, kind, redirectTo) {
      return `${issuer}/verify?${new URLSearchParams({ token, type: kind, redirect_to: redirectTo })}`
    },
  }
}
