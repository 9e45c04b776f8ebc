import { defineConfig } from 'vitest/config'

const withPostgres = { globalSetup: ['scripts/test-postgres.ts'], testTimeout: 30_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{domain,documents,app,functions,server,scripts,supabase/seed}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts'],
        },
      },
      { test: { name: 'gateway', include: ['gateway/**/*.test.ts'], ...withPostgres } },
      { test: { name: 'database', include: ['supabase/tests/**/*.test.ts', '**/*.db.test.ts'], exclude: ['node_modules/**', 'gateway/**'], ...withPostgres } },
    ],
  },
})
