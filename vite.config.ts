import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** What every public page loads: one file of it compresses better than thirty. Screens and the session client stay apart. */
const SHELL =
  /\/app\/(storefront\/shell|storefront\/(layout|card|add-to-cart|section)|data\/(cart|session|notifications|supabase|sign-in|personal-storage|remembered-item|publishable-key|server-message)|ui\/(button|icon|picture|image-url|thumbhash|product-card|wordmark|toast|error|breadcrumbs)|words\/\w+\/(shell|ui|data)\.)|\/domain\/(money|price-tiers|stock|slug|gst|settings|dates)\./

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  publicDir: 'app/public',
  build: {
    // The text face's ₹ (1.3 KB) travels inside the styles: a price must never wait for a request of its own.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? file.endsWith('anek-rupee.woff2') : undefined),
  },
  environments: {
    client: {
      build: {
        // A message of one text stands where it is said: the catalogue (app/words) costs the browser nothing.
        rolldownOptions: { optimization: { inlineConst: { mode: 'all', pass: 1 } }, output: { codeSplitting: { groups: [{ name: 'shell', test: SHELL }] } } },
      },
    },
  },
})
