/** Sends a mail by SMTP, or writes it as an .eml file into DATA_DIR/outbox where no SMTP server is configured. */
import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'

export type Mail = {
  /** Stable for one cause, so that a mail sent twice is recognised as one. */
  id: string
  to: string
  subject: string
  html: string
  text: string
}

export type MailTransport = { send(mail: Mail): Promise<void>; close(): void }

export type MailOptions = { smtpUrl: string | undefined; from: string; outbox: string; host: string }

export function createMailTransport(options: MailOptions): MailTransport {
  const compose = (mail: Mail) => ({
    from: options.from,
    // An object is one address, whatever characters it holds; a string would be read as a list.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    messageId: `<${createHash('sha256').update(mail.id).digest('hex').slice(0, 32)}@${options.host}>`,
  })
  if (options.smtpUrl) {
    const smtp = createTransport({ url: options.smtpUrl, connectionTimeout: 10_000, socketTimeout: 20_000 })
    return { send: async (mail) => void (await smtp.sendMail(compose(mail))), close: () => smtp.close() }
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
