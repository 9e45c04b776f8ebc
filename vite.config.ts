import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { browserScreens } from './scripts/vite/browser-screens.ts'
import { chunkAddresses } from './scripts/vite/chunk-addresses.ts'
import { compressedFiles } from './scripts/vite/compressed-files.ts'
import { inlineScript } from './scripts/vite/inline-script.ts'
import { oneByte } from './scripts/vite/one-byte.ts'
import { retriedImports } from './scripts/vite/retried-imports.ts'
import { serviceWorker } from './scripts/vite/service-worker.ts'
import { sharedChunk, sharedChunks } from './scripts/vite/shared-chunks.ts'
import { startInOneFile } from './scripts/vite/start-chunk.ts'
import { completeChunks, publicChunks } from './scripts/vite/public-chunks.ts'

export default defineConfig({
  plugins: [
    tailwindcss(),
    reactRouter(),
    browserScreens(),
    startInOneFile(),
    inlineScript(),
    chunkAddresses(),
    completeChunks(),
    sharedChunks(),
    retriedImports(),
    serviceWorker(),
    oneByte(),
    compressedFiles(),
  ],
  publicDir: 'app/public',
  build: {
    // No font is written into the styles, which each page has: it cannot be compressed further.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // React Router's advice to developers stays in `npm run dev`.
          treeshake: { manualPureFunctions: ['warning', 'warnOnce', 'warningOnce'] },
          // A message with one use is inlined there: the catalogue (app/words) costs the browser nothing.
          optimization: { inlineConst: { mode: 'all', pass: 1 } },
          output: {
            codeSplitting: {
              groups: [...publicChunks, { name: sharedChunk, debugName: 'shared', priority: -1, includeDependenciesRecursively: false }],
            },
          },
        },
      },
    },
  },
})
