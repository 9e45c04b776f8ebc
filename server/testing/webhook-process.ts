/** Sends what is due in a separate process, so that a test can kill it. */
import { Pool } from 'pg'
import { startWebhooks } from '../webhooks/webhooks.ts'

const { url, database, innerHosts } = JSON.parse(process.argv[2] ?? '{}') as { url: string; database: string; innerHosts: boolean }
const pool = new Pool({ connectionString: database, max: 1 })
await startWebhooks({ webhook: { url, secrets: [Buffer.alloc(32)], innerHosts }, pool, log: () => undefined }).sendDue()
