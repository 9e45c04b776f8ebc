/** Reads the shop's local outbox as a mail client would. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'

/** Every mail to one address, oldest first. */
export async function mailsTo(outbox: string, address: string): Promise<Email[]> {
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  const sources = await Promise.all(names.map((name) => readFile(path.join(outbox, name))))
  // Only parses what names the address: the outbox of a long run has hundreds of mails.
  const mails = await Promise.all(sources.filter((source) => source.includes(address)).map((source) => PostalMime.parse(source)))
  return mails.filter((mail) => mail.to?.some((to) => to.address === address))
}

/** Waits up to ten seconds for a mail whose subject matches. */
export async function waitForMail(outbox: string, address: string, subject: RegExp): Promise<Email> {
  for (let waited = 0; waited < 10_000; waited += 100) {
    const found = (await mailsTo(outbox, address)).find((mail) => subject.test(mail.subject ?? ''))
    if (found) return found
    await sleep(100)
  }
  const seen = (await mailsTo(outbox, address)).map((mail) => mail.subject)
  throw new Error(`no mail to ${address} with a subject like ${String(subject)}; there are: ${seen.join(' | ') || 'none'}`)
}

/** The first link to the shop in a mail's text. */
export function linkIn(mail: Email, origin: string): string {
  const link = (mail.text ?? '').split(/\s+/).find((word) => word.startsWith(origin) && word.length > origin.length + 1)
  if (!link) throw new Error(`the mail has no link to ${origin}:\n${mail.text}`)
  return link
}
