/**
 * The parts of a service worker's world that this one uses. TypeScript's own (lib.webworker) cannot stand beside the
 * DOM's in one program.
 */
export type WorkerEvent = Event & { waitUntil(work: Promise<unknown>): void }
export type FetchEvent = WorkerEvent & {
  request: Request
  clientId: string
  preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
export type MessageFromPage = WorkerEvent & { data: unknown }
type Client = { postMessage(message: unknown): void }

export type WorkerScope = {
  skipWaiting(): Promise<void>
  registration: { navigationPreload?: { enable(): Promise<void> } }
  clients: { claim(): Promise<void>; get(id: string): Promise<Client | undefined> }
  addEventListener(kind: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(kind: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(kind: 'message', listener: (event: MessageFromPage) => void): void
}

/** Written by the build (scripts/vite/service-worker.ts). */
export type BuiltFiles = {
  /** changes with every file below and with the worker itself */ version: string
  /** what the public screens and the cart are made of */ shop: string[]
  /** what a signed-in customer's screens need besides */ account: string[]
  /** the router's table of all screens */ routes: string
}
