// Runs the server under its supervisor. By itself (`node scripts/serve.mjs`) it starts a shop that is built already, without a look at packages or sources: for
// containers and services.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ONLY_A_PERSON } from '../server/exit-code.mjs'
import { nodePath, root } from './install.mjs'
import { supervise } from './supervise.mjs'

// A heap of at most 768 MB grows in smaller steps than V8's default of 4 GB, and young garbage is collected after 8 MB (V8: 16): under attack the server then
// uses far less memory. By itself such a heap is collected whenever it has grown by a quarter, which takes pages six requests: then half of the processor's time
// is collection. It may grow by 150 % instead (docs/decisions/0140-start-from-few-files.md), until the shop is quiet and collects by itself (server/memory), for
// which V8 has to expose its collector.
const SMALL_HEAP = ['--max-semi-space-size=8', '--max-old-space-size=768', '--heap-growing-percent=150', '--expose-gc']

const BUNDLE = 'build/node/main.js'

/** @param {{ dev: boolean }} options */
export function serve({ dev }) {
  if (!dev && !existsSync(path.join(root, BUNDLE))) {
    console.error('The shop is not built: run `npm start`, which builds it, or `npm run build`.')
    process.exit(ONLY_A_PERSON)
  }
  supervise({
    command: nodePath(),
    args: [...SMALL_HEAP, ...(dev ? ['server/main.ts', '--dev'] : [BUNDLE])],
    cwd: root,
    // glibc keeps freed memory in an arena for each thread that compresses or renders: two arenas hold far less after a rush than eight. And it keeps
    // more at the end of each the more has been freed, up to 64 MB, unless the threshold is given; this is the one with which it begins.
    env: { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', ...process.env, NODE_ENV: dev ? 'development' : 'production' },
  })
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) serve({ dev: false })
