import { defineConfig } from 'vitest/config'

// A property test that asks a real server hundreds of times is slow on a busy machine, not wrong; nor is a state that comes after more than a second.
const patient = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } }, setupFiles: ['scripts/patient-waits.ts'] }
/** By default one less than the processors; but a test and its database take turns, so that one alone uses half of two cores. */
const withPostgres = { globalSetup: ['scripts/test-postgres.ts'], maxWorkers: 2, ...patient }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{domain,documents,app,functions,server,scripts,supabase/seed}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts'],
          ...patient,
        },
      },
      { test: { name: 'gateway', include: ['{gateway,postgres}/**/*.test.ts'], ...withPostgres } },
      { test: { name: 'traffic', include: ['e2e/traffic/*.test.ts'], ...patient } },
      { test: { name: 'hostile', include: ['e2e/hostile/*.test.ts'], ...patient } },
      { test: { name: 'database', include: ['supabase/tests/**/*.test.ts', '**/*.db.test.ts'], exclude: ['node_modules/**', 'gateway/**'], ...withPostgres } },
    ],
  },
})
