import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { serviceWorker } from './scripts/vite/service-worker.ts'
import { completeShell, inShell } from './scripts/vite/shell.ts'

/**
 * React Router carries 1.1 kB (gzip) of instrumentation into every page that only `instrumentations` would call; the shop
 * passes none. The room it took is where the handlers of errors are (docs/decisions/0013-diagnostics.md). Another version of the router
 * that exports something else stops the build.
 */
const withoutInstrumentation: Plugin = {
  name: 'without-instrumentation',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /react-router\/dist\/production\/lib\/router\/instrumentation\.js$/ },
    handler: () => ({
      code: [
        'export const instrumentationResultMetaContext = null, consumeInstrumentationClientResultMetaReceiver = () => {}',
        'export const getRouteInstrumentationUpdates = () => ({}), instrumentClientSideRouter = (router) => router, instrumentHandler = (handler) => handler',
      ].join('\n'),
      map: null,
    }),
  },
}

/**
 * Two more changes to the router for visitors. Its advice to developers, on every page, stays in `npm run dev` only. And where
 * the code of a screen cannot be fetched (a deploy, a patchy line, a captive portal) it reloads the current page, which
 * swallows the click: here the screen that was asked for comes, and throws, so that the shop's error panel shows at its address.
 */
const routerForVisitors: Plugin = {
  name: 'router-for-visitors',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /react-router\/dist\/production\/lib\/.*\.js$/ },
    handler(code, id) {
      const quiet = code.replace(/(?<!function |[.\w$])(?=(?:warning|warnOnce|warningOnce)\()/g, 'false && ')
      if (!id.endsWith('/ssr/routeModules.js')) return { code: quiet, map: null }
      const reload = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/
      if (!reload.test(quiet)) this.error('The router no longer reloads where the code of a screen is missing: see routerForVisitors')
      return {
        code: quiet.replace(reload, 'const fail = () => { throw error }; return { default: fail, clientLoader: fail };').replace(', reloading page...', ''),
        map: null,
      }
    },
  },
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), withoutInstrumentation, routerForVisitors, completeShell(), serviceWorker()],
  publicDir: 'app/public',
  build: {
    // The ₹ and the mark's letters (1 KB each) travel inside the styles: a price must never wait for a request of its own.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? /-(rupee|mark)\.woff2$/.test(file) : undefined),
  },
  environments: {
    client: {
      build: {
        // A message of one text stands where it is said: the catalogue (app/words) costs the browser nothing.
        rolldownOptions: { optimization: { inlineConst: { mode: 'all', pass: 1 } }, output: { codeSplitting: { groups: [{ name: 'shell', test: inShell }] } } },
      },
    },
  },
})
