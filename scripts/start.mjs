// `npm start` and `npm run dev`: installs missing packages, builds if the sources have changed, starts the shop.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ensureInstalled, nodePath, root } from './install.mjs'
import { serve } from './serve.mjs'

const dev = process.argv.includes('--dev')
/** A hash over every file that the built app depends on. */
function sourceHash() {
  const hash = createHash('sha256')
  const visit = (name) => {
    const file = path.join(root, name)
    if (!existsSync(file)) return
    if (statSync(file).isDirectory()) {
      for (const child of readdirSync(file).sort()) visit(path.join(name, child))
    } else if (!/\.test\.tsx?$/.test(name)) {
      hash.update(name).update(readFileSync(file))
    }
  }
  for (const name of [
    'app',
    'domain',
    'supabase/database.types.ts',
    'package-lock.json',
    'package.json',
    'vite.config.ts',
    'scripts/vite',
    'react-router.config.ts',
  ])
    visit(name)
  return hash.digest('hex')
}

export function buildIfNeeded() {
  const stamp = path.join(root, 'build', '.sources')
  const hash = sourceHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  console.log('Building the app …')
  const began = Date.now()
  const result = spawnSync(nodePath(), ['node_modules/@react-router/dev/bin.cjs', 'build'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (result.status !== 0) {
    console.error(`${result.stdout}\n${result.stderr}\nThe app could not be built: see above.`)
    process.exit(1)
  }
  writeFileSync(stamp, hash)
  console.log(`Building the app: ${((Date.now() - began) / 1000).toFixed(1)} s`)
}

await ensureInstalled()
if (process.argv.includes('--build-only')) {
  buildIfNeeded()
  process.exit(0)
}
if (!dev) buildIfNeeded()

serve({ dev })
