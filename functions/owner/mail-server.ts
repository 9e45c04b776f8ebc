import * as v from 'valibot'
import { fieldsOf, text } from '../check-body.ts'
import { jsonAnswer } from '../json-answer.ts'
import { asOwner, ownerFunction, version } from './owner-function.ts'

/**
 * POST /functions/v1/set-mail-server `{ password, version, host, port, security, username, login_password, from_name, from_address, reply_to }`:
 * sets the mail server for all mails of the shop, including sign-in links. An empty login password is unchanged. All owners are
 * notified through the previous server. Hosts on this machine and its network are refused unless MAIL_INNER_HOSTS allows them.
 *
 * @returns 200 `{ version }` · 400 INVALID_MAIL_SETUP, PASSWORD_AGAIN, PRIVATE_HOST with `field` · 409 STALE · the answers of every owner function
 */
export const setMailServer = ownerFunction(
  'owner.settings',
  fieldsOf({
    version,
    host: text,
    port: v.fallback(v.pipe(v.number(), v.integer()), 0),
    security: text,
    username: text,
    login_password: text,
    from_name: text,
    from_address: text,
    reply_to: text,
  }),
  async (context, owner, asked) => {
    const { version, host, port, security, username, login_password, from_name, from_address, reply_to } = asked
    const values = [host, port, security, username, login_password, from_name, from_address, reply_to, version]
    if (host.trim() !== '' && !(await context.isMailHostAllowed(host.trim()))) {
      return jsonAnswer(400, { code: 'PRIVATE_HOST', field: 'host', message: 'This server is inside your own network' })
    }
    const [saved] = await asOwner(context, owner, 'mail_server', (query) =>
      query<{ version: number }>('select private.set_mail_setup($1, $2, $3, $4, $5, $6, $7, $8, $9) as version', values),
    )
    return jsonAnswer(200, { version: saved?.version })
  },
)

/** POST /functions/v1/send-test-mail `{ password }`: mails the caller through the same queue as all mails. @returns 200 `{ id }` · 429 TOO_MANY */
export const sendTestMail = ownerFunction('owner.settings', fieldsOf({}), async (context, owner) => {
  const [mail] = await asOwner(context, owner, 'test_mail', (query) => query<{ id: string }>('select private.send_test_mail()::text as id'))
  return jsonAnswer(200, { id: Number(mail?.id) })
})
