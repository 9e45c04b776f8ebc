/** Starts the shop for a measurement on a data folder of its own, with a thousand products, and looks at its process. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '#server/postgres.ts';

const root = path.resolve(import.meta.dirname, '..');

export type BenchShop = {
  url: string;
  keys: { publishable_key: string; jwt_secret: string; db_url: string };
  /** Milliseconds from the command to the first healthy answer. */
  startedIn: number;
  /** Resident memory of the Node process, MB. */
  memory(): Promise<number>;
  stop(): Promise<void>;
};

export async function startShop(dataDir: string, port?: number): Promise<BenchShop> {
  const chosen = port ?? (await freePort());
  const url = `http://127.0.0.1:${chosen}`;
  const began = performance.now();
  const child = spawn(process.execPath, ['scripts/start.mjs'], { cwd: root, env: { ...process.env, PORT: String(chosen), DATA_DIR: dataDir }, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  for (;;) {
    const healthy = await fetch(`${url}/health`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (healthy) break;
    if (performance.now() - began > 120_000 || child.exitCode !== null) throw new Error('the shop did not start');
    await sleep(10);
  }
  const startedIn = performance.now() - began;
  const keys = JSON.parse(await readFile(path.join(dataDir, 'keys.json'), 'utf8')) as BenchShop['keys'];
  const pid = await readFile(path.join(dataDir, 'server.pid'), 'utf8');
  return {
    url,
    keys,
    startedIn,
    async memory() {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024);
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Ids are made of a number, so that a pgbench script can count them up. */
export function productId(n: number): string {
  return `00000000-0000-4000-8000-${String(200_000_000_000 + n)}`;
}

/** Fills the catalogue to `count` products by copying those that are there. */
export async function fillCatalogue(shop: BenchShop, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: shop.keys.db_url });
  await client.connect();
  try {
    await client.query(
      `insert into public.products (id, sku, name, description, brand, price, mrp, gst_percent, hsn, stock, category_id, pricing_tiers, min_order_quantity, status, created_at)
       select ('00000000-0000-4000-8000-' || (200000000000 + n))::uuid, 'BENCH-' || n, p.name || ' no. ' || n, p.description, p.brand, p.price, p.mrp, p.gst_percent, p.hsn, 1000000, p.category_id, p.pricing_tiers, 1, 'active', now() - n * interval '1 minute'
         from generate_series(1, greatest(0, $1 - (select count(*)::int from public.products))) n
         join lateral (select * from public.products where sku not like 'BENCH-%' order by id offset n % 60 limit 1) p on true`,
      [count],
    );
    await client.query('vacuum analyze public.products');
  } finally {
    await client.end();
  }
}
