/** Calls of Supabase's Send Email hook, signed as a project does, for tests. */
import { createHmac, randomUUID } from 'node:crypto'

export const HOOK_SECRET = Buffer.alloc(32, 7)

type Signing = { secrets?: readonly Buffer[]; id?: string; time?: number }

/** The headers of a call. @param options.time seconds since 1970 */
export function signCall(body: string | Uint8Array, { secrets = [HOOK_SECRET], id = randomUUID(), time = Math.floor(Date.now() / 1000) }: Signing = {}) {
  const signatures = secrets.map((secret) => `v1,${createHmac('sha256', secret).update(`${id}.${time}.`).update(body).digest('base64')}`)
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(time),
    // As Supabase's auth service writes several of them.
    'webhook-signature': signatures.join(', '),
  }
}

/** The body of a call, as the auth service writes it. */
export function hookCall(type: string, data: Record<string, string> = {}, user: Record<string, unknown> = {}): string {
  return JSON.stringify({
    metadata: { uuid: randomUUID(), time: new Date().toISOString(), name: 'send-email' },
    user: {
      id: randomUUID(),
      aud: 'authenticated',
      role: 'authenticated',
      email: 'meera@looks.example',
      phone: '',
      user_metadata: {},
      identities: [],
      ...user,
    },
    email_data: {
      token: '482715',
      token_hash: 'pkce_2f9d41c8',
      redirect_to: 'https://shop.example/profile',
      email_action_type: type,
      site_url: 'https://project.supabase.co/auth/v1',
      token_new: '',
      token_hash_new: '',
      old_email: '',
      old_phone: '',
      provider: '',
      factor_type: '',
      ...data,
    },
  })
}
