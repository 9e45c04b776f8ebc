import type { FunctionContext } from '#functions/context.ts'
import { signJwt } from '#gateway/core/jwt.ts'

/** Seconds. */
const WEEK = 7 * 24 * 3600

/**
 * Signs previews of the closed shop. The token has a visitor's role: it shows what visitors will see, and no one's data. Scripts cannot
 * read the cookie, and other sites cannot send it with a form.
 */
export function signPreview(secret: string, siteUrl: string): FunctionContext['signPreview'] {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : ''
  return (by, session) => {
    const iat = Math.floor(Date.now() / 1000)
    const token = signJwt({ role: 'anon', preview: { by, session }, iat, exp: iat + WEEK }, secret)
    return `shop-preview=${token}; Path=/; Max-Age=${WEEK}; HttpOnly; SameSite=Lax${secure}`
  }
}
