/**
 * Tests that keep the service worker away, and why: `test.use(withoutWorker('scripts are intercepted'))`. Everywhere else it is
 * active, as in every customer's browser. `page.route` does not see what the worker asks for itself (pages, their data, scripts
 * and pictures, app/pwa/worker/rules.ts); calls of the backend pass it by and can be intercepted with the worker active.
 */
export function withoutWorker(_reason: string): { serviceWorkers: 'block' } {
  return { serviceWorkers: 'block' }
}
