import { defineConfig } from '@playwright/test'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Two browsers and two shops share two cores: V8's helper threads cost 7 % of the processor's time of all tests.
  '--js-flags=--single-threaded',
]

export default defineConfig({
  testDir: '.',
  // vitest runs e2e/hostile.
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  // Two cores: one for each worker's browser and shop.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  globalSetup: './support/open-shop.ts',
  use: {
    actionTimeout: 15_000,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    screenshot: 'only-on-failure',
    // As in every customer's browser; a test that blocks it says why (support/without-worker.ts).
    serviceWorkers: 'allow',
    launchOptions: { args, ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}) },
  },
})
