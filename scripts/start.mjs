// `npm start` and `npm run dev`: installs missing packages, builds if the sources have changed, starts the shop.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ensureInstalled, nodePath, root } from './install.mjs'
import { serve } from './serve.mjs'
import { sourceFinder, sourceStamp } from './source-stamp.mjs'

const dev = process.argv.includes('--dev')
/** What is built, each when its sources have changed: the pages, and the server in a few files. */
const BUILDS = [
  {
    name: 'the app',
    stamp: '.sources',
    read: /(?<!\.test\.tsx?)$/,
    sources: [
      'app',
      'domain',
      'supabase/database.types.ts',
      'package-lock.json',
      'package.json',
      'vite.config.ts',
      'scripts/vite',
      'server/http/compressed-files.ts',
      'server/http/compression.ts',
      'react-router.config.ts',
    ],
    args: ['node_modules/@react-router/dev/bin.cjs', 'build'],
  },
  {
    name: 'the server',
    stamp: '.server-sources',
    // Templates, migrations and pictures are read when they are needed.
    read: /(?<!\.test)\.(ts|tsx|json)$/,
    sources: ['app', 'documents', 'domain', 'functions', 'gateway', 'postgres', 'server', 'supabase', 'package-lock.json', 'package.json', 'scripts/vite'],
    args: ['node_modules/vite/bin/vite.js', 'build', '--config', 'scripts/vite/server-config.ts'],
  },
]

function buildIfNeeded() {
  const find = sourceFinder(root)
  for (const { name, stamp, read, sources, args } of BUILDS) {
    const built = sourceStamp(root, path.join('build', stamp), find(sources, read))
    if (built.isCurrent()) continue
    console.log(`Building ${name} …`)
    const began = Date.now()
    const result = spawnSync(nodePath(), args, { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } })
    if (result.status !== 0) {
      console.error(`${result.stdout}\n${result.stderr}\nBuilding ${name} failed: see above.`)
      process.exit(1)
    }
    built.write()
    console.log(`Building ${name}: ${((Date.now() - began) / 1000).toFixed(1)} s`)
  }
}

await ensureInstalled()
if (process.argv.includes('--build-only')) {
  buildIfNeeded()
  process.exit(0)
}
if (!dev) buildIfNeeded()

serve({ dev })
