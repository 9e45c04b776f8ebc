// Runs the server under its supervisor. By itself (`node scripts/serve.mjs`) it starts a shop that is built already, without a look at packages or sources: for
// containers and services.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodePath, root } from './install.mjs'
import { supervise } from './supervise.mjs'

// Vite loads the development build of React Router; the server must load the same build, because the two builds do not work together.
const DEVELOPMENT = ['--conditions=development']

// Garbage after a rush of requests is collected after 4 MB instead of 16, and V8 grows a heap of at most 768 MB in smaller steps than one of 4 GB: under attack
// the server then uses 270 MB instead of 430.
const SMALL_HEAP = ['--max-semi-space-size=4', '--max-old-space-size=768']

/** @param {{ dev: boolean }} options */
export function serve({ dev }) {
  supervise({
    command: nodePath(),
    args: [...(dev ? DEVELOPMENT : []), ...SMALL_HEAP, ...(dev ? ['server/main.ts', '--dev'] : ['build/node/main.js'])],
    cwd: root,
    // glibc keeps freed memory in an arena for each thread that compresses or renders: two arenas hold far less after a rush than eight.
    env: { MALLOC_ARENA_MAX: '2', ...process.env, NODE_ENV: dev ? 'development' : 'production' },
  })
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) serve({ dev: false })
