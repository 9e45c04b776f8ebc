/** The settings of webhooks: where events go, and the secrets of signatures. */
import * as v from 'valibot'
import { readWebhookSecret } from './standard-webhook.ts'

/** Events are signed with each of the secrets. `innerHosts`: the address may be in this machine's own network. */
export type WebhookSettings = { url: string; secrets: readonly Buffer[]; innerHosts: boolean }

const ADDRESS = 'must be an https:// address'
/** Without encryption only on this machine, where a program of one's own may take events. */
export const webhookAddress = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(500, 'must have at most 500 characters'),
    v.regex(/^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?(\/|$))[^@\s]*$/i, ADDRESS),
    v.check((text) => URL.canParse(text), ADDRESS),
  ),
)

/** Each may begin with `v1,`, so what divides a list of them may be a comma as well as the `|` of Supabase's own settings. */
export const webhookSecrets = (refusal: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(/[\s,|]+/).filter((part) => part !== '' && part !== 'v1')),
      v.minLength(1, refusal),
      v.maxLength(4, 'must have at most four values'),
      v.array(
        v.pipe(
          v.string(),
          v.rawTransform(({ dataset, addIssue, NEVER }) => {
            const secret = readWebhookSecret(dataset.value)
            if (secret) return secret
            addIssue({ message: refusal })
            return NEVER
          }),
        ),
      ),
    ),
  )

type Given = { WEBHOOK_URL?: string | undefined; WEBHOOK_SECRET?: Buffer[] | undefined; WEBHOOK_INNER_HOSTS: boolean }

/** @returns a sentence if one of the two is missing */
export function webhookOf({ WEBHOOK_URL: url, WEBHOOK_SECRET: secrets, WEBHOOK_INNER_HOSTS: innerHosts }: Given): WebhookSettings | string | undefined {
  if (!url && !secrets) return undefined
  if (!url || !secrets) return 'WEBHOOK_URL and WEBHOOK_SECRET are given together, or not at all.'
  return { url, secrets, innerHosts }
}
