/** A network of its own for a server under test, whose packets can be dropped without a sign to either side. Needs root and iproute2. */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'

export type Network = {
  /** The address of what runs in it, as this machine reaches it. */
  host: string
  /** The command prefix that runs something in it. */
  within: readonly string[]
  /** Drops every packet that leaves it: what is sent to it still arrives, and no answer leaves it. */
  silence(): void
  heal(): void
  close(): void
}

function ip(...words: string[]): string {
  const { status, stderr, error } = spawnSync('ip', words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${words.join(' ')}: ${error?.message ?? stderr.trim()}`)
  return stderr
}

/** Why this machine allows no network of a test's own; null if it does. */
export function networkProblem(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'a network of its own needs Linux and root'
  try {
    openNetwork().close()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

export function openNetwork(): Network {
  // Names of interfaces have at most 15 characters; several tests may run on one machine.
  const name = `shringar${randomInt(1_000_000)}`
  const [outer, inner] = [`so${name.slice(8)}`, `si${name.slice(8)}`]
  const subnet = `10.231.${randomInt(256)}`
  const gateway = `${subnet}.1`
  const host = `${subnet}.2`
  ip('netns', 'add', name)
  const close = (): void => void ip('netns', 'delete', name)
  try {
    ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', inner, 'netns', name)
    ip('address', 'add', `${gateway}/30`, 'dev', outer)
    ip('link', 'set', outer, 'up')
    ip('-n', name, 'address', 'add', `${host}/30`, 'dev', inner)
    ip('-n', name, 'link', 'set', inner, 'up')
    ip('-n', name, 'link', 'set', 'lo', 'up')
  } catch (error) {
    close()
    throw error
  }
  const dropped = ['blackhole', `${gateway}/32`]
  return {
    host,
    within: ['ip', 'netns', 'exec', name],
    silence: () => void ip('-n', name, 'route', 'add', ...dropped),
    heal: () => void ip('-n', name, 'route', 'delete', ...dropped),
    close,
  }
}
