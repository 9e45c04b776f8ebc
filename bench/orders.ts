/** Orders per second through HTTP, and the same statements straight at PostgreSQL. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { Query } from '#functions/context.ts';
import { placeOrder } from '#functions/place-order/place-order.ts';
import { inTransaction, type TransactionPool } from '#functions/transaction.ts';
import { urlAs } from '#server/roles.ts';
import { benchShipping, buyerId, fillCarts, tokenFor } from './buyers.ts';
import type { BenchShop } from './shop.ts';

type Recorded = { text: string; values: unknown[] };

const bodyFor = (n: number): string => JSON.stringify({ idempotency_key: `bench-${n}`, shipping: benchShipping, payment_method: 'cod' });

function post(agent: Agent, shop: BenchShop, n: number, token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${shop.url}/functions/v1/place-order`,
      { method: 'POST', agent, headers: { apikey: shop.keys.publishable_key, authorization: `Bearer ${token}`, 'content-type': 'application/json' } },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    sent.on('error', reject);
    sent.end(bodyFor(n));
  });
}

/** `count` orders of two lines by `clients` at once; orders per second. */
export async function ordersOverHttp(shop: BenchShop, from: number, count: number, clients: number): Promise<{ perSecond: number; failures: number }> {
  await fillCarts(shop, from, count);
  const tokens = await Promise.all(Array.from({ length: count }, (_, index) => tokenFor(shop, from + index)));
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  let next = 0;
  let failures = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let index = next++; index < count; index = next++) {
        if ((await post(agent, shop, from + index, tokens[index] ?? '')) !== 200) failures += 1;
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  return { perSecond: count / seconds, failures };
}

/** Places one order in this process and writes down every statement it sent. */
async function recordStatements(shop: BenchShop, n: number): Promise<Recorded[]> {
  await fillCarts(shop, n, 1);
  const pool = new pg.Pool({ connectionString: urlAs(shop.keys.db_url, 'shop_orders', shop.keys.jwt_secret), max: 1 });
  const recorded: Recorded[] = [];
  const recording =
    (query: Query): Query =>
    (text, values = []) => {
      recorded.push({ text, values });
      return query(text, values);
    };
  const answer = await placeOrder(new Request('http://bench.example/', { method: 'POST', body: bodyFor(n) }), {
    user: { id: buyerId(n), email: 'bench@shringar.example' },
    asUser: () => Promise.reject(new Error('place-order works at the order desk')),
    asOrderDesk: (work) => inTransaction(pool as unknown as TransactionPool, [], (query) => work(recording(query))),
    storage: { put: () => Promise.reject(new Error('no storage here')), signedUrl: () => Promise.reject(new Error('no storage here')) },
    now: () => new Date(),
    log: () => undefined,
  });
  await pool.end();
  if (answer.status !== 200) throw new Error(`place-order answered ${answer.status}: ${await answer.text()}`);
  return recorded;
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `'{${value.map((one) => `"${String(one).replaceAll('"', '\\"')}"`).join(',')}}'`;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return `'${text.replaceAll("'", "''")}'`;
}

/** The statements as a pgbench script: the buyer counts up, ids of the order are drawn anew, the rest is as recorded. */
function pgbenchScript(recorded: Recorded[], n: number, from: number): string {
  const lines = [`\\set i :i + 1`, `\\set n 100000000000 + ${from} + :client_id * 100000 + :i`, "select u as oid, replace(u::text, '-', '') as flat from gen_random_uuid() u \\gset", 'begin;'];
  const orderId = /"id":"([0-9a-f-]{36})"/.exec(recorded.map(({ values }) => JSON.stringify(values)).join().replaceAll('\\"', '"'))?.[1] ?? '';
  for (const { text, values } of recorded) {
    const filled = text.replace(/\$(\d+)/g, (_, index) => literal(values[Number(index) - 1]));
    lines.push(`${filled.replaceAll(buyerId(n), '00000000-0000-4000-8000-:n').replaceAll(`bench-${n}`, 'bench-:n').replaceAll(orderId, ':oid').replaceAll(orderId.replaceAll('-', ''), ':flat').replace(/\s+/g, ' ')};`);
  }
  lines.push('commit;');
  return lines.join('\n');
}

function findPgbench(): string | undefined {
  const folders = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin/pgbench`) : [];
  return [...folders.sort().reverse(), '/usr/bin/pgbench'].find(existsSync);
}

/** The same statements without the shop; transactions per second, and by which client. */
export async function ordersInSql(shop: BenchShop, from: number, count: number, clients: number): Promise<{ perSecond: number; by: string }> {
  const sample = from + 900_000;
  const recorded = await recordStatements(shop, sample);
  const each = Math.floor(count / clients);
  for (let client = 0; client < clients; client += 1) await fillCarts(shop, from + client * 100_000 + 1, each);
  const pgbench = findPgbench();
  if (pgbench) return viaPgbench(pgbench, shop, pgbenchScript(recorded, sample, from), each, clients);
  return viaPg(shop, recorded, sample, from, each, clients);
}

async function viaPgbench(pgbench: string, shop: BenchShop, script: string, each: number, clients: number): Promise<{ perSecond: number; by: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'shringar-pgbench-'));
  try {
    const file = path.join(folder, 'order.sql');
    await writeFile(file, script);
    const url = urlAs(shop.keys.db_url, 'shop_orders', shop.keys.jwt_secret);
    const run = spawnSync(pgbench, ['-n', '-M', 'simple', '-c', String(clients), '-j', '1', '-t', String(each), '-D', 'i=0', '-f', file, url], { encoding: 'utf8' });
    const tps = Number(/tps = ([\d.]+)/.exec(run.stdout)?.[1]);
    if (run.status !== 0 || !tps) throw new Error(`pgbench: ${run.stderr.slice(0, 2000)}`);
    return { perSecond: tps, by: 'pgbench' };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function viaPg(shop: BenchShop, recorded: Recorded[], sample: number, from: number, each: number, clients: number): Promise<{ perSecond: number; by: string }> {
  const options = { connectionString: urlAs(shop.keys.db_url, 'shop_orders', shop.keys.jwt_secret), max: clients, pipeline: true };
  const pool = new pg.Pool(options);
  const text = JSON.stringify(recorded);
  const orderId = /"id\\?":\\?"([0-9a-f-]{36})/.exec(text)?.[1] ?? '';
  const began = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let i = 1; i <= each; i += 1) {
        const n = from + client * 100_000 + i;
        const id = crypto.randomUUID();
        const own = text.replaceAll(buyerId(sample), buyerId(n)).replaceAll(`bench-${sample}`, `bench-${n}`).replaceAll(orderId, id).replaceAll(orderId.replaceAll('-', ''), id.replaceAll('-', ''));
        const statements = JSON.parse(own) as Recorded[];
        await inTransaction(pool as unknown as TransactionPool, [], async (query) => void (await Promise.all(statements.map((statement) => query(statement.text, statement.values)))));
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  await pool.end();
  return { perSecond: (each * clients) / seconds, by: 'a bare pipelined pg client (pgbench is not installed)' };
}
