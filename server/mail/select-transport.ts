/**
 * Which way mails go: through the server that the back office names, else the environment's, else into the outbox. Read
 * before each mail, so that a change holds from the next one on; the connection is opened anew only when it changed.
 */
import type { ClientBase, Pool } from 'pg'
import type { MailHostLocator } from './mail-host.ts'
import { createMailTransport, type Mail, type MailOptions, type MailServer, type MailTransport } from './transport.ts'

type Row = {
  host: string | null
  port: number | null
  security: MailServer['security'] | null
  username: string | null
  password: string | null
  from_name: string | null
  from_address: string | null
  reply_to: string | null
  version: number
}

export type Way = {
  transport: MailTransport
  /** for people: 'smtp.shop.example', 'the outbox' */
  name: string
  /** Sender and answers as the back office has them. */
  headers(storeName: string, storeEmail: string): Pick<Mail, 'senderName' | 'replyTo' | 'sender'>
}

export type TransportSelector = {
  /** @param version the mail server that a mail is bound to; null: whatever holds now */
  current(client: ClientBase | Pool, version?: number | null): Promise<Way>
  /** Takes login and password out of what a server said: some repeat who tried to sign in. */
  conceal(reason: string): string
  announce(pool: Pool): Promise<void>
  close(): void
}

type Environment = Omit<MailOptions, 'smtp'> & { smtpUrl: string | undefined; locate: MailHostLocator }

export function createTransportSelector({ smtpUrl, locate, ...options }: Environment): TransportSelector {
  let open: { version: number; address: string | null; transport: MailTransport } | undefined
  let secrets: string[] = []
  const environmentHost = smtpUrl === undefined ? null : new URL(smtpUrl).hostname

  return {
    async current(client, version = null) {
      const { rows } = await client.query<Row>('select * from private.mail_shop($1)', [version])
      const [row] = rows
      if (!row) throw new Error('the shop has no row for its mail server')
      const address = row.host === null ? null : await locate(row.host)
      if (row.host !== null && address === null) throw new Error(`the mail server ${row.host} is inside this shop's own network`)
      if (open?.version !== row.version || open.address !== address) {
        open?.transport.close()
        secrets = [row.password, row.username].filter((secret) => secret !== null).filter(({ length }) => length > 3)
        open = { version: row.version, address, transport: createMailTransport({ ...options, smtp: serverOf(row, address) ?? smtpUrl }) }
      }
      return {
        transport: open.transport,
        name: row.host ?? environmentHost ?? 'the outbox of this machine',
        headers: (storeName, storeEmail) => ({
          senderName: row.from_name ?? storeName,
          replyTo: row.reply_to ?? storeEmail,
          ...senderOf(row, storeName, options),
        }),
      }
    },
    conceal: (reason) => secrets.reduce((text, secret) => text.replaceAll(secret, '…'), reason),
    async announce(pool) {
      await pool.query('select private.note_mail_environment($1, $2)', [smtpUrl === undefined ? 'outbox' : 'smtp', environmentHost])
    },
    close: () => open?.transport.close(),
  }
}

function serverOf({ host, port, security, username, password }: Row, address: string | null): MailServer | undefined {
  if (host === null || address === null || port === null || security === null) return undefined
  return { host, address, port, security, login: username !== null && password !== null ? { user: username, pass: password } : null }
}

/** The back office's address, under its name or the store's; a name alone stands beside the address that holds anyhow. */
function senderOf({ from_name: name, from_address: address }: Row, storeName: string, { from, host }: Omit<MailOptions, 'smtp'>): Pick<Mail, 'sender'> {
  if (address !== null) return { sender: { name: name ?? storeName, address } }
  if (name === null) return {}
  return { sender: { name, address: from === undefined ? `orders@${host}` : (/<([^<>]+)>/.exec(from)?.[1] ?? from).trim() } }
}
