/** The catalogue with its search, stock and discounts. */
import { asks, nobody, adminsOnly, adminsFind, everybody, select, insert, update, remove, order, cream, me } from './asking.ts'
import type { Case } from './asking.ts'
import { OTHER_ORDER, PRODUCT, CATEGORY, CHILD_CATEGORY, DISCOUNT } from '../scenario.ts'

const A_TRY = `insert into private.unknown_coupons (user_id, code, tried_at) values (${me}, '', now())`
const FAMILY = '00000000-0000-4000-8000-00ffff000001'
const VALUE = '00000000-0000-4000-8000-00ffff000002'
const A_FAMILY = `insert into public.product_families (id, name, options) values ('${FAMILY}', 'Lipstick', '{Shade}');
  insert into public.product_family_values (id, family_id, option, name) values ('${VALUE}', '${FAMILY}', 1, 'Ruby')`
const memberOf = (product: string) => `${A_FAMILY}; update public.products set family_id = '${FAMILY}', value_1 = '${VALUE}' where id = ${product}`
const IMPORT = '00000000-0000-4000-8000-00ffff000003'
const AN_IMPORT = `insert into public.product_imports (id, file_name, added, changed) values ('${IMPORT}', 'list.csv', 1, 0)`
const A_COST = `insert into public.product_costs (product_id, cost) values ('${PRODUCT.cream}', 60)`
const A_BATCH = `insert into public.product_batches (product_id, batch, expires_on, received, remaining) values ('${PRODUCT.cream}', 'B1', '2027-06-30', 24, 24)`
const A_NOTE = `${AN_IMPORT}; insert into private.product_import_rows (import_id, product_id, after) values ('${IMPORT}', '${PRODUCT.cream}', '{}')`
const A_DEMO_ROW = "insert into private.demo_rows (kind, id) values ('file', 'a.webp')"
const A_DOWNLOAD = `insert into private.picture_downloads (product_id, address, place) values ('${PRODUCT.cream}', 'https://a.example/', 1)`
const A_SOURCE = `insert into private.picture_sources (image_id, address) select id, 'https://a.example/' from public.product_images where product_id = '${PRODUCT.cream}'`
const A_FIND = `insert into private.found_coupons (user_id, discount_id) values (${me}, '${DISCOUNT}')`

export const catalogue: Record<string, Case[]> = {
  'public.products': asks('catalogue.write', [
    select(`public.products where id = ${cream}`, [1, 1, 1, 1, 1, 1, 'no']),
    select(`public.products where id = '${PRODUCT.draft}'`, [0, 0, 0, 1, 1, 1, 'no']),
    insert("public.products (name, price) values ('New', 10)", adminsOnly),
    update(`public.products set name = 'Renamed' where id = ${cream}`, adminsFind),
    update(`public.products set licence = 'L', batch = 'B', barcode = '8901030865275', weight_grams = 85, reorder_level = 24 where id = ${cream}`, adminsFind),
    update(`public.products set stock = stock - 1 where id = ${cream}`, ['no', 0, 0, 1, 1, 1, 'no']),
    update(`public.products set units_sold = units_sold + 1 where id = ${cream}`, ['no', 'no', 'no', 'no', 'no', 1, 'no']),
    update(`public.products set family_id = '${FAMILY}', value_1 = '${VALUE}' where id = ${cream}`, adminsFind, A_FAMILY),
    update(`public.products set tier_group = '${FAMILY}' where id = ${cream}`, nobody, memberOf(cream)),
    update(`public.products set popularity = 9 where id = ${cream}`, nobody),
    update(`public.products set version = 9 where id = ${cream}`, nobody),
    remove(`public.products where id = ${cream}`, adminsFind),
  ]),
  'public.product_costs': [
    ...asks('costs.read', [select('public.product_costs', adminsFind, A_COST)]),
    // accounts read and do not write
    insert(`public.product_costs (product_id, cost) values (${cream}, 60)`, adminsOnly),
    update('public.product_costs set cost = 61', adminsFind, A_COST),
    remove('public.product_costs', adminsFind, A_COST),
  ],
  'public.product_batches': asks('catalogue.write', [
    select('public.product_batches', adminsFind, A_BATCH),
    insert(`public.product_batches (product_id, batch, expires_on, received, remaining) values (${cream}, 'B2', '2027-06-30', 24, 24)`, adminsOnly),
    update('public.product_batches set remaining = 3', adminsFind, A_BATCH),
    update("public.product_batches set expires_on = '2030-01-01'", nobody, A_BATCH),
    remove('public.product_batches', adminsFind, A_BATCH),
  ]),
  'public.deleted_products': [
    select('public.deleted_products', everybody),
    insert('public.deleted_products (id) values (gen_random_uuid())', nobody),
    update('public.deleted_products set deleted_at = now()', nobody),
    remove('public.deleted_products', nobody),
  ],
  'public.product_imports': asks('catalogue.write', [
    select('public.product_imports', adminsFind, AN_IMPORT),
    insert("public.product_imports (file_name, added, changed) values ('x', 1, 1)", nobody),
    update('public.product_imports set undone_at = now()', nobody, AN_IMPORT),
    remove('public.product_imports', nobody, AN_IMPORT),
  ]),
  'private.product_import_rows': [
    select('private.product_import_rows', nobody, A_NOTE),
    insert(`private.product_import_rows (import_id, product_id, after) values ('${IMPORT}', ${cream}, '{}')`, nobody, AN_IMPORT),
    update("private.product_import_rows set after = '{}'", nobody, A_NOTE),
    remove('private.product_import_rows', nobody, A_NOTE),
  ],
  'private.demo_rows': [
    select('private.demo_rows', nobody, A_DEMO_ROW),
    insert("private.demo_rows (kind, id) values ('banner', 'x')", nobody),
    update("private.demo_rows set id = 'y'", nobody, A_DEMO_ROW),
    remove('private.demo_rows', nobody, A_DEMO_ROW),
  ],
  'private.picture_downloads': [
    select('private.picture_downloads', nobody, A_DOWNLOAD),
    insert(`private.picture_downloads (product_id, address, place) values (${cream}, 'https://a.example/', 1)`, nobody),
    update("private.picture_downloads set failure = 'FULL'", nobody, A_DOWNLOAD),
    remove('private.picture_downloads', nobody, A_DOWNLOAD),
  ],
  'private.picture_sources': [
    select('private.picture_sources', nobody, A_SOURCE),
    insert(`private.picture_sources (image_id, address) select id, 'https://a.example/' from public.product_images where product_id = ${cream}`, nobody),
    update("private.picture_sources set address = 'https://b.example/'", nobody, A_SOURCE),
    remove('private.picture_sources', nobody, A_SOURCE),
  ],
  'private.product_words': [
    select('private.product_words', nobody),
    insert(`private.product_words values ('${PRODUCT.cream}', 'x')`, nobody, 'delete from private.product_words'),
    update("private.product_words set words = 'x'", nobody),
    remove('private.product_words', nobody),
  ],
  'public.product_images': asks('catalogue.write', [
    select(`public.product_images where product_id = ${cream}`, everybody),
    select(`public.product_images where product_id = '${PRODUCT.draft}'`, [0, 0, 0, 1, 1, 'no', 'no']),
    insert(`public.product_images (product_id, image_url) values (${cream}, 'product_images/c.webp')`, adminsOnly),
    update(`public.product_images set alt = 'x' where product_id = ${cream}`, adminsFind),
    update(`public.product_images set product_id = product_id where product_id = ${cream}`, nobody),
    remove(`public.product_images where product_id = ${cream}`, adminsFind),
  ]),
  'public.product_families': asks('catalogue.write', [
    select('public.product_families', everybody, memberOf(cream)),
    select('public.product_families', [0, 0, 0, 1, 1, 'no', 'no'], memberOf(`'${PRODUCT.draft}'`)),
    insert("public.product_families (name, options) values ('Nail colour', '{Shade}')", adminsOnly),
    update("public.product_families set name = 'x', mixed_tiers = true", adminsFind, memberOf(cream)),
    update('public.product_families set version = 9', nobody, A_FAMILY),
    remove('public.product_families', adminsFind, A_FAMILY),
  ]),
  'public.product_family_values': asks('catalogue.write', [
    select('public.product_family_values', everybody, memberOf(cream)),
    select('public.product_family_values', [0, 0, 0, 1, 1, 'no', 'no'], memberOf(`'${PRODUCT.draft}'`)),
    insert(`public.product_family_values (family_id, option, name) values ('${FAMILY}', 1, 'Coral')`, adminsOnly, A_FAMILY),
    update("public.product_family_values set name = 'x', colour = '#aa0011'", adminsFind, memberOf(cream)),
    update('public.product_family_values set option = 1', nobody, A_FAMILY),
    remove('public.product_family_values', adminsFind, A_FAMILY),
  ]),
  'public.categories': asks('catalogue.write', [
    select(`public.categories where id = '${CATEGORY}'`, everybody),
    insert("public.categories (name) values ('New')", adminsOnly),
    update(`public.categories set name = 'x' where id = '${CATEGORY}'`, adminsFind),
    remove(`public.categories where id = '${CHILD_CATEGORY}'`, adminsFind),
  ]),
  'public.banner_images': asks('marketing.write', [
    select("public.banner_images where title = 'On'", everybody),
    select("public.banner_images where title = 'Off'", [0, 0, 0, 1, 1, 'no', 'no']),
    insert("public.banner_images (image_url) values ('banner_images/c.webp')", adminsOnly),
    update("public.banner_images set title = 'x' where title = 'On'", adminsFind),
    remove("public.banner_images where title = 'On'", adminsFind),
  ]),
  'public.stock_movements': asks('catalogue.write', [
    select(`public.stock_movements where product_id = ${cream} and reason = 'initial'`, adminsFind),
    insert(`public.stock_movements (product_id, quantity, reason, order_id) values (${cream}, -1, 'order', ${order})`, ['no', 'no', 'no', 'no', 'no', 1, 'no']),
    insert(`public.stock_movements (product_id, quantity, reason, order_id) values (${cream}, 10, 'order', ${order})`, nobody),
    update(`public.stock_movements set reason = 'x' where product_id = ${cream}`, nobody),
    update(`public.stock_movements set note = 'x' where product_id = ${cream}`, nobody),
    remove(`public.stock_movements where product_id = ${cream}`, nobody),
  ]),
  'public.discounts': asks('marketing.write', [
    select('public.discounts', ['no', 0, 0, 1, 1, 1, 'no']),
    insert("public.discounts (code, kind, value) values ('NEW5', 'percent', 5)", adminsOnly),
    update('public.discounts set value = 20', adminsFind),
    update('public.discounts set times_used = 0', ['no', 'no', 'no', 'no', 'no', 1, 'no']),
    remove('public.discounts', adminsFind),
  ]),
  'private.unknown_coupons': [
    select('private.unknown_coupons', nobody, A_TRY),
    insert(`private.unknown_coupons (user_id, code, tried_at) values (${me}, '', now())`, nobody),
    update("private.unknown_coupons set tried_at = '2020-01-01'", nobody, A_TRY),
    remove('private.unknown_coupons', nobody, A_TRY),
  ],
  'private.found_coupons': [
    select('private.found_coupons', nobody, A_FIND),
    insert(`private.found_coupons (user_id, discount_id) values (${me}, '${DISCOUNT}')`, nobody),
    update('private.found_coupons set user_id = user_id', nobody, A_FIND),
    remove('private.found_coupons', nobody, A_FIND),
  ],
  'public.discount_redemptions': asks('marketing.write', [
    select('public.discount_redemptions', adminsFind),
    insert(`public.discount_redemptions (order_id, discount_id) select '${OTHER_ORDER}', '${DISCOUNT}'`, ['no', 'no', 'no', 'no', 'no', 1, 'no']),
    update('public.discount_redemptions set created_at = now()', nobody),
    remove('public.discount_redemptions', nobody),
  ]),
  'private.search_documents': [
    select(`private.search_documents where product_id = ${cream}`, nobody),
    insert(`private.search_documents (product_id, words) values ('${PRODUCT.draft}', 'serum')`, nobody),
    update("private.search_documents set words = 'x'", nobody),
    remove('private.search_documents', nobody),
  ],
  'private.lexemes': [
    select('private.lexemes', nobody, "insert into private.lexemes values ('rose', 1)"),
    insert("private.lexemes (word, documents) values ('rose', 1)", nobody),
    update('private.lexemes set documents = 2', nobody, "insert into private.lexemes values ('rose', 1)"),
    remove('private.lexemes', nobody, "insert into private.lexemes values ('rose', 1)"),
  ],
  'private.synonyms': [
    select('private.synonyms', nobody),
    insert("private.synonyms (word, meaning) values ('gulal', 'colour')", nobody),
    update("private.synonyms set meaning = 'x'", nobody),
    remove('private.synonyms', nobody),
  ],
  'private.search_changes': [
    select('private.search_changes', nobody),
    insert('private.search_changes default values', nobody),
    update('private.search_changes set id = default', nobody),
    remove('private.search_changes', nobody),
  ],
  'private.low_stock': [
    select(`private.low_stock where product_id = '${PRODUCT.draft}'`, nobody),
    insert(`private.low_stock values (${cream})`, nobody),
    update('private.low_stock set product_id = product_id', nobody),
    remove('private.low_stock', nobody),
  ],
}
