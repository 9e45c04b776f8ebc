/** The parts of the service worker's global scope that this one uses. TypeScript's own types (lib.webworker) conflict with the DOM's in one program. */
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

/** Files of the build. `small`: the address of one file with the small ones among them, { address: text }. */
export type FileSet = { files: string[]; small: string }

/** Written by the build (scripts/vite/service-worker.ts). */
export type BuiltFiles = {
  /** changes with every file below and with the worker itself */ version: string
  /** the files of the public screens and the cart */ shop: FileSet
  /** the additional files of a signed-in customer's screens */ account: FileSet
  /** the router's manifest of all screens */ routes: string
}
