/**
 * Selects the mail transport: the mail server set in the back office, else the one of the environment, else the outbox folder.
 * Checked before each mail, so that a change applies to the next one; the connection is reopened only if the settings changed.
 */
import type { ClientBase, Pool } from 'pg'
import type { HostLocator } from '../network/host-locator.ts'
import type { Mail, MailOptions, MailServer, MailTransport } from './transport.ts'

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

export type SelectedTransport = {
  transport: MailTransport
  /** for people: 'smtp.shop.example', 'the outbox' */
  name: string
  /** The sender and reply-to address from the back office. */
  headers(storeName: string, storeEmail: string): Pick<Mail, 'senderName' | 'replyTo' | 'sender'>
}

export type TransportSelector = {
  /** @param version the version of the mail settings that a mail requires; null: the current one */
  current(client: ClientBase | Pool, version?: number | null): Promise<SelectedTransport>
  /** Removes user name and password from a server's error message: some servers repeat them. */
  redact(reason: string): string
  /** Stores the environment's transport for the settings screen. */
  recordEnvironment(pool: Pool): Promise<void>
  close(): void
}

type Environment = Omit<MailOptions, 'smtp'> & { smtpUrl: string | undefined; locate: HostLocator }

export function createTransportSelector({ smtpUrl, locate, ...options }: Environment): TransportSelector {
  let open: { version: number; address: string | null; transport: MailTransport } | undefined
  let secrets: string[] = []
  const environmentHost = smtpUrl === undefined ? null : new URL(smtpUrl).hostname

  return {
    async current(client, version = null) {
      const { rows } = await client.query<Row>('select * from private.mail_shop($1)', [version])
      const [row] = rows
      if (!row) throw new Error('Mail settings not found')
      const address = row.host === null ? null : await locate(row.host)
      // Loaded with the first mail: it takes memory.
      const { createMailTransport } = await import('./transport.ts')
      if (row.host !== null && address === null) throw new Error(`The mail server ${row.host} is inside this shop's own network`)
      if (open?.version !== row.version || open.address !== address) {
        open?.transport.close()
        // Another mail may still be on its way through the former server.
        const own = [row.password, row.username].filter((secret) => secret !== null).filter(({ length }) => length > 3)
        secrets = [...new Set([...own, ...secrets])].slice(0, 20)
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
    redact: (reason) => secrets.reduce((text, secret) => text.replaceAll(secret, '…'), reason),
    async recordEnvironment(pool) {
      await pool.query('select private.note_mail_environment($1, $2)', [smtpUrl === undefined ? 'outbox' : 'smtp', environmentHost])
    },
    close: () => open?.transport.close(),
  }
}

function serverOf({ host, port, security, username, password }: Row, address: string | null): MailServer | undefined {
  if (host === null || address === null || port === null || security === null) return undefined
  return { host, address, port, security, login: username !== null && password !== null ? { user: username, pass: password } : null }
}

/** The sender of the back office: its address with its name or the store's; or only its name with the environment's address. */
function senderOf({ from_name: name, from_address: address }: Row, storeName: string, { from, host }: Omit<MailOptions, 'smtp'>): Pick<Mail, 'sender'> {
  if (address !== null) return { sender: { name: name ?? storeName, address } }
  if (name === null) return {}
  return { sender: { name, address: from === undefined ? `orders@${host}` : (/<([^<>]+)>/.exec(from)?.[1] ?? from).trim() } }
}
