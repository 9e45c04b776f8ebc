import { defineConfig } from 'vitest/config'

// A property test that asks a real server hundreds of times is slow on a busy machine, not wrong; nor is a state that comes after more than a second.
const patient = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } }, setupFiles: ['scripts/patient-waits.ts'] }
/** By default one less than the processors, so that one of two is idle. */
const EACH_CORE = 2
const withPostgres = { globalSetup: ['scripts/test-postgres.ts'], ...patient }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{domain,documents,app,functions,server,scripts,supabase/seed}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts'],
          maxWorkers: EACH_CORE,
          ...patient,
        },
      },
      // Many of its tests only wait.
      { test: { name: 'gateway', include: ['{gateway,postgres}/**/*.test.ts'], ...withPostgres, maxWorkers: 2 * EACH_CORE } },
      { test: { name: 'traffic', include: ['e2e/traffic/*.test.ts'], ...patient } },
      { test: { name: 'hostile', include: ['e2e/hostile/*.test.ts'], ...patient } },
      {
        test: {
          name: 'database',
          include: ['supabase/tests/**/*.test.ts', '**/*.db.test.ts'],
          exclude: ['node_modules/**', 'gateway/**'],
          ...withPostgres,
          maxWorkers: EACH_CORE,
        },
      },
    ],
  },
})
