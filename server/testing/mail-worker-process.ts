/** A mail room in a process of its own. It says on its output which step it has reached, and stops at the one it is told to, to be killed there. */
import { Pool } from 'pg'
import { startMailWorker, type MailStage } from '../mail/mail-worker.ts'
import { deskOf } from '../mail/mail-documents.ts'

export type SenderTask = { mailUrl: string; deskUrl: string; smtpUrl: string; stopAt?: MailStage }

const { mailUrl, deskUrl, smtpUrl, stopAt }: SenderTask = JSON.parse(process.argv[2] ?? '{}') as SenderTask
startMailWorker({
  config: { dataDir: '/nonexistent', siteUrl: 'https://shop.example', smtpUrl, mailFrom: undefined },
  url: mailUrl,
  desk: deskOf(new Pool({ connectionString: deskUrl, max: 1 })),
  secret: 'not needed here',
  log: () => undefined,
  lookEvery: 100,
  watch: (step) => {
    if (step !== stopAt) return
    process.stdout.write(step)
    return new Promise(() => undefined)
  },
})
