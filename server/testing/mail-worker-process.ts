/** A mail worker in a separate process. Prints the requested stage when it reaches it and pauses there, so that a test can kill it. */
import { Pool } from 'pg'
import { startMailWorker, type MailStage } from '../mail/mail-worker.ts'
import { orderServiceOf } from '../mail/mail-documents.ts'
import { openTestDocuments } from './test-documents.ts'

export type SenderTask = { mailUrl: string; orderServiceUrl: string; smtpUrl: string; stopAt?: MailStage }

const { mailUrl, orderServiceUrl, smtpUrl, stopAt }: SenderTask = JSON.parse(process.argv[2] ?? '{}') as SenderTask
startMailWorker({
  config: { dataDir: '/nonexistent', siteUrl: 'https://shop.example', smtpUrl, mailFrom: undefined },
  url: mailUrl,
  orderService: orderServiceOf(new Pool({ connectionString: orderServiceUrl, max: 1 }), await openTestDocuments(orderServiceUrl), () => undefined),
  secrets: ['not needed here'],
  log: () => undefined,
  pollEvery: 100,
  watch: (stage) => {
    if (stage !== stopAt) return
    process.stdout.write(stage)
    return new Promise(() => undefined)
  },
})
