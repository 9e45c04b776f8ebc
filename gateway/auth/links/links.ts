/** Builds the links in mails. */
import type { AuthMailKind } from '../mail-kinds.ts'

export type LinkBuilder = {
  /** The requested address if it is allowed, else the site URL. */
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
