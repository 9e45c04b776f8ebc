import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CATEGORY, ORDER, PRODUCT, openShop, scratchOn } from './shop.ts';
import type { Person, Shop } from './shop.ts';

let shop: Shop;
let listener: Client;
const heard: string[] = [];
beforeAll(async () => {
  shop = await openShop();
  listener = new Client({ connectionString: shop.url });
  await listener.connect();
  listener.on('notification', (notice) => heard.push(`${notice.channel}:${notice.payload ?? ''}`));
  await listener.query('listen shop_changed');
  await listener.query('listen shop_mail');
});
afterAll(async () => {
  await listener.end();
  await shop.close();
});

/** What was announced by a committed write. A notice of our own, sent last, says that all of them have arrived. */
async function announced(person: Person, sql: string): Promise<string[]> {
  await shop.owner.query('begin');
  await scratchOn(shop.owner).as(person);
  await shop.owner.query(sql);
  await shop.owner.query('commit');
  const end = randomUUID();
  await shop.owner.query(`notify shop_mail, '${end}'`);
  while (!heard.includes(`shop_mail:${end}`)) await listener.query('select');
  return heard.splice(0).filter((notice) => notice !== `shop_mail:${end}`).sort();
}

test.each([
  ['products', `update public.products set price = 117 where id = '${PRODUCT.cream}'`],
  ['products', `update public.products set stock = 10 where id = '${PRODUCT.cream}'`],
  ['products', `update public.products set stock = 9 where id = '${PRODUCT.cream}'`],
  ['products', `update public.products set stock = 11 where id = '${PRODUCT.cream}'`],
  ['categories', `update public.categories set name = 'Skin' where id = '${CATEGORY}'`],
  ['banner_images', 'delete from public.banner_images'],
  ['settings', "update public.settings set store_name = 'Another'"],
  ['categories', "insert into public.categories (name) values ('New')"],
])('a commit that changes %s says so once', async (table, sql) => {
  expect(await announced('admin', sql)).toEqual([`shop_changed:${table}`]);
});

test('a picture announces itself and its product', async () => {
  expect(await announced('admin', `insert into public.product_images (product_id, image_url, display_order) values ('${PRODUCT.cream}', 'product_images/z.webp', -5)`)).toEqual([
    'shop_changed:product_images', 'shop_changed:products',
  ]);
});

test('a write that finds no row announces nothing, so nobody can empty the cache from outside', async () => {
  for (const sql of ["update public.products set name = 'x'", 'delete from public.products', "update public.settings set store_name = 'x'", 'delete from public.categories']) {
    expect(await announced('customer', sql), sql).toEqual([]);
  }
});

test('stock that still reads In Stock, and sales, drop no cache', async () => {
  expect(await announced('desk', `update public.products set stock = stock + 40, units_sold = units_sold + 1 where id = '${PRODUCT.cream}'`)).toEqual([]);
});

test('an order step wakes the mail sender and leaves the caches alone', async () => {
  expect(await announced('admin', `update public.orders set status = 'processing' where id = '${ORDER}'`)).toEqual(['shop_mail:']);
});

test('notifications and orders are sent live', async () => {
  const { rows } = await shop.owner.query("select tablename from pg_publication_tables where pubname = 'supabase_realtime' order by 1");
  expect(rows).toEqual([{ tablename: 'notifications' }, { tablename: 'orders' }]);
});
