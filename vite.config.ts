import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  publicDir: 'app/public',
  build: {
    // ₹ in its own two tiny font files travels inside the stylesheet: a price must never wait for a request of its own.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? file.includes('rupee') : undefined),
  },
})
