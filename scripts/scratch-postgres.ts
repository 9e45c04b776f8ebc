/** `node scripts/scratch-postgres.ts PORT FOLDER`: an embedded PostgreSQL with all migrations, in the foreground, for experiments. */
import path from 'node:path'
import { migrateGateway, migrateShop } from '#server/database/migrations.ts'
import { startPostgres } from '#server/database/postgres.ts'
import { ensureLogins, LOGIN_ROLES, urlAs } from '#server/database/roles.ts'
import { TEST_SECRET } from '#server/testing/secret.ts'

const [port, folder] = process.argv.slice(2)
if (!port || !folder) {
  console.error('usage: node scripts/scratch-postgres.ts PORT FOLDER')
  process.exit(2)
}
const server = await startPostgres({ dataDir: path.join(folder, 'pg'), port: Number(port), onLog: (line) => console.error(line) })
const owner = server.urlFor('postgres')
await migrateGateway(owner)
await migrateShop(owner)
await ensureLogins(owner, [TEST_SECRET], { takesOver: true })
console.log(owner)
for (const role of LOGIN_ROLES) console.log(role, urlAs(owner, role, TEST_SECRET))
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void server.stop().then(() => process.exit(0)))
}
