/**
 * Which of the hosts of an address takes writes. All connections of this process to the same hosts lead to that one: what is known is
 * kept here, and asked again when it is in doubt (docs/decisions/0108-several-database-hosts.md).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { singleAddresses } from './address.ts'
import { DatabaseAway } from './silence.ts'
import { isDatabaseError } from './sql-state.ts'

/** Milliseconds for the answer of one host, the connection included. */
const TIMEOUT = 2000
/** Milliseconds for the other hosts, once one has answered that takes writes: a promoted one may be among them. */
const GRACE = 250
const DEFAULT_PORT = 5432

const TAKES_WRITES = "select pg_catalog.current_setting('transaction_read_only') = 'off' as writes"
/** The number of promotions before, as 8 hexadecimal digits: the first part of a WAL file's name. */
const TIMELINE = 'select pg_catalog.left(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_lsn()), 8) as timeline'

type Place = { host: string; port: number }

/** The hosts of an address, and what this process knows of them. */
export type Hosts = {
  readonly places: readonly Place[]
  /** Index of the host that took writes last; undefined before the first search. */
  primary: number | undefined
  /** The newest timeline on which a host took writes. A former primary that comes back is on an older one. */
  timeline: string
  /** A connection to the primary failed, or it refused a write. */
  inDoubt: boolean
  searching: Promise<number> | undefined
  /** Open connections, each with the index of its host. */
  readonly connections: Map<Client, number>
}

const known = new Map<string, Hosts>()

/** The hosts of an address with several; undefined for one host, whose name is followed as it is. */
export function hostsOf(address: string): Hosts | undefined {
  const places = singleAddresses(address).map((single): Place => {
    const url = URL.parse(single)
    return { host: (url?.hostname ?? '').replace(/^\[(.*)\]$/, '$1'), port: Number(url?.port || DEFAULT_PORT) }
  })
  if (places.length === 1) return undefined
  const name = places.map(({ host, port }) => `${host}:${port}`).join(',')
  const hosts = known.get(name) ?? { places, primary: undefined, timeline: '', inDoubt: false, searching: undefined, connections: new Map() }
  known.set(name, hosts)
  return hosts
}

/** A host as people write it. */
export const nameOf = ({ places }: Hosts, place: number): string => `${places[place]?.host}:${places[place]?.port}`

type Answer = { writes: boolean; timeline: string; reason?: string }
type Asked = { answer: Promise<Answer>; end(): void }

function ask({ host, port }: Place, address: string): Asked {
  const client = new Client({ connectionString: address, application_name: 'search for the primary', connectionTimeoutMillis: TIMEOUT })
  client.host = host
  client.port = port
  client.on('error', () => undefined) // its statement fails
  const answered = async (): Promise<Answer> => {
    await client.connect()
    const { rows } = await client.query<{ writes: boolean }>(TAKES_WRITES)
    if (rows[0]?.writes !== true) return { writes: false, timeline: '', reason: 'takes no writes' }
    const timeline = await client.query<{ timeline: string }>(TIMELINE).catch((error: unknown) => {
      if (isDatabaseError(error)) return undefined // a service that does not tell
      throw error
    })
    return { writes: true, timeline: timeline?.rows[0]?.timeline ?? '' }
  }
  const failed = (error: unknown): Answer => ({ writes: false, timeline: '', reason: error instanceof Error ? error.message : String(error) })
  const late = sleep(TIMEOUT, failed('no answer'), { ref: false })
  let open = true
  const answer = answered().catch(failed)
  void answer.then(() => (open = false))
  return {
    answer: Promise.race([answer, late]),
    // One that is still silent would wait for an answer before it ends.
    end: () => (open ? void client.connection.stream.destroy() : void client.end().catch(() => undefined)),
  }
}

async function search(hosts: Hosts, address: string): Promise<number> {
  const asked = hosts.places.map((place) => ask(place, address))
  const answers: Answer[] = []
  const enough = Promise.withResolvers<void>()
  const all = Promise.all(
    asked.map(async ({ answer }, place) => {
      const given = await answer
      answers[place] = given
      if (isEnough(hosts, place, given)) enough.resolve(sleep(GRACE))
    }),
  )
  await Promise.race([all, enough.promise])
  for (const { end } of asked) end()
  return take(hosts, answers)
}

/**
 * Whether an answer decides before all have come: it is the known primary's, or that of a host promoted since. Of another one, and in the
 * first search, a former primary could have answered first.
 */
function isEnough(hosts: Hosts, place: number, { writes, timeline }: Answer): boolean {
  if (!writes || hosts.primary === undefined) return false
  return timeline > hosts.timeline || (place === hosts.primary && timeline === hosts.timeline)
}

/** @throws DatabaseAway if no host takes writes */
function take(hosts: Hosts, answers: readonly (Answer | undefined)[]): number {
  const writing = answers.flatMap((answer, place) => (answer?.writes && answer.timeline >= hosts.timeline ? [{ place, timeline: answer.timeline }] : []))
  // Newest first; of equal ones, which are two ways to one server, the known primary.
  writing.sort(
    (a, b) => Number(a.timeline < b.timeline) - Number(b.timeline < a.timeline) || Number(b.place === hosts.primary) - Number(a.place === hosts.primary),
  )
  const [newest] = writing
  if (!newest) {
    const reasons = hosts.places.map((_, at) => `${nameOf(hosts, at)}: ${answers[at]?.reason ?? 'a newer primary has replaced it'}`)
    throw new DatabaseAway(`No host of the database takes writes (${reasons.join('; ')})`)
  }
  const { place: found, timeline } = newest
  const moved = hosts.primary !== undefined && hosts.primary !== found
  hosts.timeline = timeline
  hosts.primary = found
  hosts.inDoubt = false
  leave(hosts, (place) => place !== found)
  // Hosts that tell no timeline, such as poolers, may lead anywhere.
  if (moved) for (const others of known.values()) if (others !== hosts && (timeline === '' || others.timeline < timeline)) outdate(others, timeline)
  return found
}

function leave(hosts: Hosts, isLeft: (place: number) => boolean): void {
  for (const [client, place] of hosts.connections) {
    if (isLeft(place)) client.connection.stream.destroy(new DatabaseAway('Another host of the database takes writes'))
  }
}

/** Other ways to the same servers, such as a pooler beside each: their connections may lead to the former primary too. */
function outdate(hosts: Hosts, timeline: string): void {
  hosts.timeline = timeline
  hosts.inDoubt = true
  leave(hosts, () => true)
}

/**
 * Asks all hosts at once which takes writes, within two seconds; concurrent callers share the answer. Of several the one with the
 * newest timeline is taken, which was promoted last. Connections to another than the found one end.
 *
 * @param address with the hosts, for a login that may connect to them
 * @throws DatabaseAway if none takes writes, or only one that a newer primary has replaced
 */
export function findPrimary(hosts: Hosts, address: string): Promise<number> {
  hosts.searching ??= search(hosts, singleAddresses(address)[0] ?? address).finally(() => (hosts.searching = undefined))
  return hosts.searching
}

/** The index of the host that takes writes, asked only when it is unknown or in doubt. */
export async function primaryOf(hosts: Hosts, address: string): Promise<number> {
  return hosts.primary === undefined || hosts.inDoubt ? findPrimary(hosts, address) : hosts.primary
}

/** A connection to this host failed, or it takes no writes: the next one asks all hosts. */
export function doubt(hosts: Hosts, place: number): void {
  if (hosts.primary === place) hosts.inDoubt = true
}
