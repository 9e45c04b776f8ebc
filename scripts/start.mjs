// `npm start` and `npm run dev`: installs missing packages, builds if the sources have changed, starts the shop.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ensureInstalled, nodePath, root } from './install.mjs'
import { supervise } from './supervise.mjs'

const dev = process.argv.includes('--dev')
// Vite loads the development build of React Router; the server must load the same build, because the two builds do not work together.
const DEVELOPMENT = ['--conditions=development']

// Garbage after a rush of requests is collected after 4 MB instead of 16, and V8 grows a heap of at most 768 MB in smaller steps than one of 4 GB: under attack
// the server then uses 270 MB instead of 430.
const SMALL_HEAP = ['--max-semi-space-size=4', '--max-old-space-size=768']

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

supervise({
  command: nodePath(),
  args: [...(dev ? DEVELOPMENT : []), ...SMALL_HEAP, 'server/main.ts', ...(dev ? ['--dev'] : [])],
  cwd: root,
  // glibc keeps freed memory in an arena for each thread that compresses or renders: two arenas hold far less after a rush than eight.
  env: { MALLOC_ARENA_MAX: '2', ...process.env, NODE_ENV: dev ? 'development' : 'production' },
})
