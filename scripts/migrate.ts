/** `npm run migrate`: applies the missing migrations to the database of DATABASE_URL, with the settings of the shop. */
import { ConfigError, readConfig } from '#server/config.ts'
import { checkExternal } from '#server/database/database.ts'
import { migrateDatabase } from '#server/database/prepare-database.ts'

try {
  const config = readConfig(process.env, { dev: false })
  if (!config.databaseUrl) throw new ConfigError('DATABASE_URL is not set: the embedded database is migrated by npm start.')
  await checkExternal(config.databaseUrl)
  const applied = await migrateDatabase(config.databaseUrl, config)
  for (const file of applied) console.log(`Applied ${file}`)
  console.log('The database is up to date.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(error instanceof ConfigError ? 2 : 1)
}
