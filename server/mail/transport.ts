/** Sends a mail by SMTP, or writes it as an .eml file to DATA_DIR/outbox if no SMTP server is configured. */
import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DEMO_BRAND } from '#domain/shop/settings.ts'
import { createTransport, type SendMailOptions } from 'nodemailer'

/** `cid`: a picture inside the mail, which its HTML names. */
export type Attachment = { filename: string; bytes: Uint8Array; contentType: string; cid?: string }

export type Mail = {
  /** Stable per cause, so that duplicates are recognised. */
  id: string
  to: string
  subject: string
  html: string
  text: string
  /** The sender's name, unless MAIL_FROM contains one. */
  senderName?: string
  /** The sender from the back office; overrides MAIL_FROM. */
  sender?: { name: string; address: string }
  /** The reply-to address, if different from the sender. */
  replyTo?: string
  attachments?: Attachment[]
}

export type MailTransport = {
  /** Rejects if the mail was not accepted, or when the signal aborts: then it is unknown whether it was. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
  close(): void
}

/**
 * A mail server with its encryption: TLS, STARTTLS or none (this machine only). `address` is the IP address to connect to; the
 * certificate is still checked against `host`.
 */
export type MailServer = { host: string; address?: string; port: number; security: 'tls' | 'starttls' | 'none'; login: { user: string; pass: string } | null }

/** `smtp`: a URL, or the server from the back office; undefined: mails are files in `outbox`. */
export type MailOptions = { smtp: string | MailServer | undefined; from: string | undefined; outbox: string; host: string }

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 20_000, socketTimeout: 20_000 }

function openSmtp(smtp: string | MailServer) {
  if (typeof smtp === 'string') return createTransport({ url: smtp, ...TIMEOUTS })
  const { host, address = host, port, security, login } = smtp
  // With STARTTLS required, a server that does not offer it is refused: never fall back to plain text.
  return createTransport({
    host: address,
    ...(address === host ? {} : { tls: { servername: host } }),
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(login ? { auth: login } : {}),
    ...TIMEOUTS,
  })
}

export function createMailTransport(options: MailOptions): MailTransport {
  const compose = (mail: Mail): SendMailOptions => ({
    // An object is always one address; a string would be parsed as a list.
    from: mail.sender ?? options.from ?? { name: mail.senderName ?? DEMO_BRAND, address: `orders@${options.host}` },
    to: { name: '', address: mail.to },
    ...(mail.replyTo ? { replyTo: { name: mail.senderName ?? '', address: mail.replyTo } } : {}),
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    messageId: `<${createHash('sha256').update(mail.id).digest('hex').slice(0, 32)}@${options.host}>`,
    // Prevents automatic replies such as out-of-office messages (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments:
      mail.attachments?.map(({ filename, bytes, contentType, cid }) => ({ filename, contentType, content: Buffer.from(bytes), ...(cid ? { cid } : {}) })) ?? [],
  })
  if (options.smtp !== undefined) {
    const smtp = openSmtp(options.smtp)
    return {
      async send(mail, signal) {
        // Missing in the types: the signal closes the connection at any point of the SMTP dialogue.
        const message: SendMailOptions & { signal?: AbortSignal } = { ...compose(mail), ...(signal ? { signal } : {}) }
        await smtp.sendMail(message).catch((error: unknown) => {
          throw signal?.aborted ? signal.reason : error
        })
      },
      close: () => smtp.close(),
    }
  }
  const file = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      await mkdir(options.outbox, { recursive: true, mode: 0o700 })
      const { message } = await file.sendMail(compose(mail))
      const stamp = new Date().toISOString().replace(/[:.]/g, '-')
      const name = path.join(options.outbox, `${stamp}-${createHash('sha256').update(mail.id).digest('hex').slice(0, 8)}.eml`)
      // Renamed when complete, so that a program watching the folder never reads a partial mail.
      await writeFile(`${name}.part`, message as Buffer, { mode: 0o600 })
      await rename(`${name}.part`, name)
    },
    close: () => file.close(),
  }
}
