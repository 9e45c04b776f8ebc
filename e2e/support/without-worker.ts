/**
 * Tests that block the service worker say why: `test.use(withoutWorker('scripts are intercepted'))`. Everywhere else it is active,
 * as in every customer's browser. `page.route` does not see what the worker requests (pages, their data, scripts and pictures,
 * app/pwa/worker/rules.ts), `page.context().route` does. Calls of the backend bypass the worker.
 */
export function withoutWorker(_reason: string): { serviceWorkers: 'block' } {
  return { serviceWorkers: 'block' }
}
