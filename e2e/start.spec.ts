/** Starting and stopping the shop, as seen at the terminal. */
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from '@playwright/test'
import { expect } from './support/expect.ts'
import { shopDataDir, shopKeys, shopOutput, shopUrl } from './support/current-shop.ts'
import { freePort, openShop, spawnShop } from './support/shop-process.ts'

async function refusal(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const { exited, output } = spawnShop(env)
  const code = await exited
  return { code, output: output().trim() }
}

test('the start prints the address, the admin with a password, a demo customer and the outbox', () => {
  const output = shopOutput()
  expect(output).toContain(`Shringar is open: ${shopUrl()}`)
  expect(output).toMatch(/Admin: .*admin@shringar\.example\s+\S{12,}\s+\(shown once\)/)
  expect(output).toMatch(/Demo customer: .*\.example\s+\S+/)
  expect(output).toContain(path.join(shopDataDir(), 'outbox'))
})

test('keys.json is for its owner alone and holds what other programs need', async () => {
  const { mode } = await stat(path.join(shopDataDir(), 'keys.json'))
  expect(mode & 0o777).toBe(0o600)
  const keys = shopKeys()
  expect(keys.url).toBe(shopUrl())
  for (const name of ['publishable_key', 'secret_key', 'anon_key', 'service_role_key', 'jwt_secret', 'db_url'] as const) expect(keys[name], name).toBeTruthy()
})

test('an invalid setting gives one sentence and a non-zero exit', async () => {
  expect(await refusal({ PORT: 'eighty' })).toEqual({ code: 2, output: 'PORT must be a whole number from 1 to 65535.' })
  const open = await refusal({ HOST: '0.0.0.0' })
  expect(open.code).toBe(2)
  expect(open.output).toContain('set DEMO=0')
})

test('a port in use gives one sentence and a non-zero exit', async () => {
  const port = await freePort()
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(port, '127.0.0.1', resolve))
  const dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-port-'))
  try {
    const { code, output } = await refusal({ PORT: String(port), DATA_DIR: dataDir, DEMO: '0', ADMIN_EMAIL: 'owner@shop.example' })
    expect(code).toBe(1)
    expect(output.split('\n').at(-1)).toBe(`Port ${port} is in use: stop the program that uses it, or set PORT to another.`)
  } finally {
    holder.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('a damaged data folder gives one sentence and a non-zero exit, and stays untouched', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-damaged-'))
  try {
    await mkdir(path.join(dataDir, 'postgres'))
    await writeFile(path.join(dataDir, 'postgres', 'base'), 'not a database')
    const { code, output } = await refusal({ PORT: String(await freePort()), DATA_DIR: dataDir })
    expect(code).toBe(1)
    expect(output).toContain('is damaged')
    expect(output).not.toContain('    at ')
    await expect.poll(async () => (await stat(path.join(dataDir, 'postgres', 'base'))).size).toBe(14)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('a second shop on the same data folder is refused, and the first keeps running', async () => {
  const { code, output } = await refusal({ PORT: String(await freePort()), DATA_DIR: shopDataDir() })
  expect(code).toBe(1)
  expect(output).toContain('Another shop')
  await expect.poll(async () => (await fetch(`${shopUrl()}/health`)).status).toBe(200)
})

test('DEMO=0 opens an empty shop, logs an unknown path, and shuts down cleanly on an interrupt', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-empty-'))
  try {
    const shop = await openShop({ dataDir, env: { DEMO: '0' } })
    const answer = await fetch(`${shop.url}/rest/v1/products?select=id`, { headers: { apikey: shop.keys.publishable_key } })
    expect(await answer.json()).toEqual([])
    await expect.poll(async () => (await fetch(`${shop.url}/no/such/page?secret=1`)).status).toBe(404)
    expect(shop.output()).toMatch(/Page not found.*\/no\/such\/page/)
    expect(shop.output()).not.toContain('secret=1')
    expect(await shop.stop()).toBe(0)
    await expect(stat(path.join(dataDir, 'postgres', 'postmaster.pid'))).rejects.toThrow()
    await expect(stat(path.join(dataDir, 'server.pid'))).rejects.toThrow()
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('an interrupt during the first start shuts down cleanly too', async () => {
  test.setTimeout(120_000)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-cut-'))
  try {
    const { child, exited, output } = spawnShop({ PORT: String(await freePort()), DATA_DIR: dataDir, DEMO: 'small' })
    const postmaster = path.join(dataDir, 'postgres', 'postmaster.pid')
    await expect
      .poll(
        () =>
          stat(postmaster).then(
            () => true,
            () => false,
          ),
        { timeout: 30_000 },
      )
      .toBe(true)
    child.kill('SIGTERM')
    expect(await exited, output()).toBe(0)
    await expect(stat(postmaster)).rejects.toThrow()
    const again = await openShop({ dataDir })
    await expect.poll(async () => (await fetch(`${again.url}/products`)).status).toBe(200)
    expect(await again.stop()).toBe(0)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('an interrupt ends a start whose database does not answer', async () => {
  const silent = createTcpServer().listen(0, '127.0.0.1')
  const dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-silent-'))
  try {
    const asked = once(silent, 'connection')
    const { port } = silent.address() as AddressInfo
    const DATABASE_URL = `postgresql://shop:secret@127.0.0.1:${port}/shop`
    const { child, exited, output } = spawnShop({ PORT: String(await freePort()), DATA_DIR: dataDir, DATABASE_URL })
    const [socket] = (await asked) as [Socket]
    child.kill('SIGTERM')
    expect(await exited, output()).toBe(0)
    socket.destroy()
    await expect(stat(path.join(dataDir, 'server.pid'))).rejects.toThrow()
  } finally {
    silent.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('a killed server is restarted with one line of log, and an interrupt still shuts it down cleanly', async () => {
  test.setTimeout(120_000)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-killed-'))
  try {
    const shop = await openShop({ dataDir, env: { DEMO: '0' } })
    const killed = await shop.serverPid()
    process.kill(killed, 'SIGKILL')
    const status = (): Promise<number> =>
      fetch(`${shop.url}/health`).then(
        (answer) => answer.status,
        () => 0,
      )
    await expect.poll(status, { timeout: 60_000 }).toBe(200)
    await expect.poll(() => shop.serverPid()).not.toBe(killed)
    expect(shop.output().match(/^The server ended .*$/gm)).toEqual(['The server ended (SIGKILL); starting it again in 0.5 s.'])
    expect(await shop.stop()).toBe(0)
    await expect(stat(path.join(dataDir, 'postgres', 'postmaster.pid'))).rejects.toThrow()
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('a shop whose output nobody reads any more keeps serving, and still shuts down cleanly', async () => {
  test.setTimeout(120_000)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-unread-'))
  try {
    const shop = await openShop({ dataDir, env: { DEMO: '0' } })
    shop.closeOutput()
    // What it logs about each of these cannot be written.
    for (const page of ['a', 'b', 'c']) await expect.poll(async () => (await fetch(`${shop.url}/no/such/page/${page}`)).status).toBe(404)
    expect(await shop.stop()).toBe(0)
    await expect(stat(path.join(dataDir, 'postgres', 'postmaster.pid'))).rejects.toThrow()
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('npm run dev serves the pages and shuts down cleanly', async () => {
  test.setTimeout(120_000)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-dev-'))
  try {
    const shop = await openShop({ dataDir, flags: ['--dev'], env: { DEMO: '0' } })
    const page = await fetch(`${shop.url}/products`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Explore Our')
    expect(await shop.stop()).toBe(0)
    await expect(stat(path.join(dataDir, 'postgres', 'postmaster.pid'))).rejects.toThrow()
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
