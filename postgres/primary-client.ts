import { Client, type ClientConfig } from 'pg'
import { singleAddresses } from './address.ts'
import { doubt, hostsOf, primaryOf, type Hosts } from './primary.ts'
import { DatabaseAway } from './silence.ts'
import { isDatabaseError } from './sql-state.ts'

/** As the driver calls it: with an error, or with null and the client. */
type Connected = (error: Error | null, client?: Client) => void

/** The driver's client for addresses with one host or several: of several it connects to the one that takes writes. */
export class PrimaryClient extends Client {
  readonly #hosts: Hosts | undefined
  readonly #address: string

  constructor(config: ClientConfig) {
    const address = config.connectionString ?? ''
    super({ ...config, connectionString: singleAddresses(address)[0] ?? address })
    this.#address = address
    this.#hosts = hostsOf(address)
    // A connection that ends because another host took over may belong to a caller who only waits for statements.
    if (this.#hosts) this.on('error', () => undefined)
  }

  override connect(): Promise<Client>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<Client> | void {
    if (!this.#hosts) return callback ? super.connect(callback) : super.connect()
    const connected = this.#connectTo(this.#hosts)
    return callback ? void report(connected, callback) : connected
  }

  async #connectTo(hosts: Hosts): Promise<Client> {
    const place = await primaryOf(hosts, this.#address)
    const { host, port } = hosts.places[place] ?? { host: this.host, port: this.port }
    // The caller's time may have passed in the meantime.
    if (this.connection.stream.destroyed) throw new DatabaseAway()
    this.host = host
    this.port = port
    hosts.connections.set(this, place)
    this.once('end', () => hosts.connections.delete(this))
    try {
      return await super.connect()
    } catch (error) {
      hosts.connections.delete(this)
      // A refused login or a full server says nothing about the host; one that starts or stops does.
      if (!isDatabaseError(error) || error.code.startsWith('57')) doubt(hosts, place)
      throw error
    }
  }

  /** The server behind this connection takes no writes: the next connection asks all hosts which does. */
  doubtHost(): void {
    const place = this.#hosts?.connections.get(this)
    if (this.#hosts && place !== undefined) doubt(this.#hosts, place)
  }
}

async function report(connected: Promise<Client>, callback: Connected): Promise<void> {
  const outcome = await connected.catch((error: Error) => error)
  if (outcome instanceof Error) callback(outcome)
  else callback(null, outcome)
}
