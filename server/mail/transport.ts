/** Sends a mail by SMTP, or writes it as an .eml file into DATA_DIR/outbox where no SMTP server is configured. */
import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'

export type Attachment = { filename: string; bytes: Uint8Array; contentType: string }

export type Mail = {
  /** Stable for one cause, so that a mail sent twice is recognised as one. */
  id: string
  to: string
  subject: string
  html: string
  text: string
  /** The name beside the sender's address, unless MAIL_FROM says it. */
  senderName?: string
  /** The sender as the back office has it: before MAIL_FROM. */
  sender?: { name: string; address: string }
  /** Where answers go, if not to the sender. */
  replyTo?: string
  attachments?: Attachment[]
}

export type MailTransport = {
  /** Rejects when the mail was not taken, or when the signal ends the attempt: then nobody knows whether it was. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
  close(): void
}

/** A mail server, and how the connection to it is encrypted: at once, by STARTTLS or not at all (this machine alone). */
/** `address`: where to connect, when it is not the host itself; its certificate is still the host's. */
export type MailServer = { host: string; address?: string; port: number; security: 'tls' | 'starttls' | 'none'; login: { user: string; pass: string } | null }

/** `smtp`: an address, or the server that the back office names; without it mails are files in `outbox`. */
export type MailOptions = { smtp: string | MailServer | undefined; from: string | undefined; outbox: string; host: string }

const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 20_000, socketTimeout: 20_000 }

function openSmtp(smtp: string | MailServer) {
  if (typeof smtp === 'string') return createTransport({ url: smtp, ...PATIENCE })
  const { host, address = host, port, security, login } = smtp
  // Never in the clear where encryption was asked for: a server that offers no STARTTLS is refused.
  return createTransport({
    host: address,
    ...(address === host ? {} : { tls: { servername: host } }),
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(login ? { auth: login } : {}),
    ...PATIENCE,
  })
}

export function createMailTransport(options: MailOptions): MailTransport {
  const compose = (mail: Mail): SendMailOptions => ({
    // An object is one address, whatever characters it holds; a string would be read as a list.
    from: mail.sender ?? options.from ?? { name: mail.senderName ?? 'Shringar', address: `orders@${options.host}` },
    to: { name: '', address: mail.to },
    ...(mail.replyTo ? { replyTo: { name: mail.senderName ?? '', address: mail.replyTo } } : {}),
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    messageId: `<${createHash('sha256').update(mail.id).digest('hex').slice(0, 32)}@${options.host}>`,
    // No holiday notice answers a machine (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: mail.attachments?.map(({ filename, bytes, contentType }) => ({ filename, contentType, content: Buffer.from(bytes) })) ?? [],
  })
  if (options.smtp !== undefined) {
    const smtp = openSmtp(options.smtp)
    return {
      async send(mail, signal) {
        // The types do not know it yet: it ends the connection at whatever point the exchange is.
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
      // Renamed when whole: a program that watches the folder never reads half a mail.
      await writeFile(`${name}.part`, message as Buffer, { mode: 0o600 })
      await rename(`${name}.part`, name)
    },
    close: () => file.close(),
  }
}

/**
 * What a failed sending says about the mail itself. 'size': smaller it might be taken. 'final': this recipient or this
 * text is refused for good (RFC 5321, 4.2.1). undefined: about the way there, or for now.
 */
export function refusalOf(error: unknown): 'size' | 'final' | undefined {
  const { responseCode = 0, command, code } = error as { responseCode?: number; command?: string; code?: string }
  if (responseCode === 552 || (code === 'EMESSAGE' && command === 'MAIL FROM')) return 'size'
  if (responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')) return 'final'
  return undefined
}
