/** The options of every connection to the database, pooled or not. */
import type { Client, ClientConfig } from 'pg'
import { PrimaryClient } from './primary-client.ts'

export type ConnectionOptions = {
  applicationName?: string | undefined
  /** Milliseconds after which an attempt to connect fails; default: as long as the network tries. */
  timeout?: number | undefined
  /** Speaks the replication protocol, which no pooler understands. */
  replication?: boolean
}

/** Milliseconds after which TCP asks whether the other side of an idle connection is still there; routers forget such connections. */
const KEEP_ALIVE = 5000

export function connectionConfig(url: string, { applicationName, timeout, replication = false }: ConnectionOptions = {}): ClientConfig {
  const config: ClientConfig & { replication?: 'database' } = {
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: timeout,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE,
    ...(replication ? { replication: 'database' } : {}),
  }
  return config
}

/** One connection outside of any pool. The caller connects and ends it. */
export function databaseClient(url: string, options?: ConnectionOptions): Client {
  return new PrimaryClient(connectionConfig(url, options))
}
