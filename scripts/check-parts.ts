/** The parts of `npm run check`; `npm test` runs them first. */
import { single, type Part } from './parts.ts'

export const checkParts: Part[] = [
  single(
    'types',
    ['react-router', 'typegen'],
    ['node', 'node_modules/@typescript/native/bin/tsc', '-p', 'tsconfig.json'],
    // The scripts that run before anything is installed, on the oldest Node that README allows.
    ['node', 'node_modules/@typescript/native/bin/tsc', '-p', 'scripts/tsconfig.start.json'],
  ),
  // Takes longest, on one core, beside the types: lint reads the types of routes that are generated first.
  single('layout', ['prettier', '--check', '--log-level', 'warn', '**/*.{ts,tsx,mjs}']),
  single('lint', ['oxlint', '--type-aware', '--deny-warnings']),
  single('imports', [
    'depcruise',
    '--config',
    '.dependency-cruiser.cjs',
    'app',
    'documents',
    'domain',
    'e2e',
    'functions',
    'gateway',
    'postgres',
    'scripts',
    'server',
    'supabase',
    'bench',
  ]),
  single('regexes', ['node', 'scripts/regex/check.ts']),
  single('reads', ['node', 'scripts/reads/check.ts']),
  single('migrations', ['node', 'scripts/migrations/check.ts']),
  single('words', ['node', 'scripts/words/check.ts']),
  single('docs', ['node', 'scripts/docs/check.ts']),
  single('citations', ['node', 'scripts/citations/check.ts']),
  single('clients', ['node', 'scripts/client-types/check.ts']),
]
