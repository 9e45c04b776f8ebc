/** The sums of past days and answers cached from them, which only their jobs and the functions of the dashboard and the analytics reach. */
import { nobody, select, insert, update, remove } from './asking.ts'
import type { Case } from './asking.ts'

const A_PAST_DAY = "insert into private.sales_past values ('2020-01-01', '3')"
const A_DAY_OF_SALES = `${A_PAST_DAY}; insert into private.sales_days values ('2020-01-01', '27', 'cod', 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0)`
const A_SOLD_PRODUCT = `${A_PAST_DAY}; insert into private.sales_products values ('2020-01-01', null, 1, 1)`
const A_SOLD_CATEGORY = `${A_PAST_DAY}; insert into private.sales_categories values ('2020-01-01', null, 1, 1)`
const AN_ANSWER = "insert into private.stock_covers values ('[]', '{}', now())"

export const sales: Record<string, Case[]> = {
  'private.sales_past': [
    select('private.sales_past', nobody, A_PAST_DAY),
    insert("private.sales_past values ('2020-01-02', '3')", nobody),
    update('private.sales_past set summed = true', nobody, A_PAST_DAY),
    remove('private.sales_past', nobody, A_PAST_DAY),
  ],
  'private.sales_changed': [
    select('private.sales_changed', nobody, "insert into private.sales_changed (day) values ('2020-01-01')"),
    insert("private.sales_changed (day) values ('2020-01-02')", nobody),
    update('private.sales_changed set day = day', nobody, "insert into private.sales_changed (day) values ('2020-01-01')"),
    remove('private.sales_changed', nobody, "insert into private.sales_changed (day) values ('2020-01-01')"),
  ],
  'private.category_changed': [
    select('private.category_changed', nobody, 'insert into private.category_changed (product_id) values (gen_random_uuid())'),
    insert('private.category_changed (product_id) values (gen_random_uuid())', nobody),
    update('private.category_changed set product_id = product_id', nobody, 'insert into private.category_changed (product_id) values (gen_random_uuid())'),
    remove('private.category_changed', nobody, 'insert into private.category_changed (product_id) values (gen_random_uuid())'),
  ],
  'private.sales_days': [
    select('private.sales_days', nobody, A_DAY_OF_SALES),
    insert("private.sales_days values ('2020-01-01', '29', 'cod', 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0)", nobody, A_PAST_DAY),
    update('private.sales_days set orders = 2', nobody, A_DAY_OF_SALES),
    remove('private.sales_days', nobody, A_DAY_OF_SALES),
  ],
  'private.sales_products': [
    select('private.sales_products', nobody, A_SOLD_PRODUCT),
    insert("private.sales_products values ('2020-01-01', null, 1, 1)", nobody, A_PAST_DAY),
    update('private.sales_products set units = 2', nobody, A_SOLD_PRODUCT),
    remove('private.sales_products', nobody, A_SOLD_PRODUCT),
  ],
  'private.sales_categories': [
    select('private.sales_categories', nobody, A_SOLD_CATEGORY),
    insert("private.sales_categories values ('2020-01-01', null, 1, 1)", nobody, A_PAST_DAY),
    update('private.sales_categories set units = 2', nobody, A_SOLD_CATEGORY),
    remove('private.sales_categories', nobody, A_SOLD_CATEGORY),
  ],
  'private.stock_covers': [
    select('private.stock_covers', nobody, AN_ANSWER),
    insert("private.stock_covers values ('[1]', '{}', now())", nobody),
    update('private.stock_covers set made_at = now()', nobody, AN_ANSWER),
    remove('private.stock_covers', nobody, AN_ANSWER),
  ],
}
