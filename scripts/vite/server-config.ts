/**
 * Bundles the server of `npm start` into build/node: a start then reads a few files instead of six hundred and needs no TypeScript compiler in its
 * memory. Packages that few starts need stay in node_modules. `npm run dev` and the commands run the sources.
 */
import path from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { modulePath } from './module-path.ts'
import { oneByte } from './one-byte.ts'

/** A file that reads what lies beside its source finds it from the bundle too, which is two folders below the root. */
function placeOfSource(): Plugin {
  const here = (name: string): string => `process.getBuiltinModule('node:path').resolve(import.meta.dirname, ${JSON.stringify(path.posix.join('../..', name))})`
  return {
    name: 'place-of-source',
    transform(code, id) {
      const name = modulePath(id)
      if (name.startsWith('..') || name.startsWith('node_modules') || !code.includes('import.meta.')) return
      return code.replaceAll(/\bimport\.meta\.(dirname|url)\b/g, (_, what) =>
        what === 'dirname' ? here(path.posix.dirname(name)) : `process.getBuiltinModule('node:url').pathToFileURL(${here(name)}).href`,
      )
    },
  }
}

/** Packages that every start loads. */
const AT_EVERY_START = [
  '@hono/node-server',
  'cookie-es',
  'fflate',
  'hono',
  'jose',
  'papaparse',
  'pg',
  /^pg-/,
  /^postgres-/,
  'qrcode-svg',
  'thumbhash',
  'valibot',
  'xtend',
]

export default defineConfig({
  publicDir: false,
  logLevel: 'warn',
  plugins: [placeOfSource(), oneByte()],
  ssr: { external: true, noExternal: [/^#/, ...AT_EVERY_START] },
  build: {
    ssr: 'server/main.ts',
    outDir: 'build/node',
    target: 'node24',
    // Stack traces keep the names of functions.
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js' } },
  },
})
