-- the sums of past days by category, and the parts in which the sums by product are added up (the next file)
-- 64 parts of the products, for what is added up by product: the sums of one part fit into the processor's cache, those of all products may not
create function private.product_part(product_id uuid) returns integer
language sql immutable parallel safe return coalesce(get_byte(uuid_send(product_id), 15) & 63, 0);
revoke all on function private.product_part(uuid) from public;

-- a day by category, added up from private.sales_products
create table private.sales_categories (
  day date not null references private.sales_past (day) on delete cascade,
  category_id uuid,
  units bigint not null,
  paise bigint not null
);
create unique index sales_categories_sums_idx on private.sales_categories (day, category_id) nulls not distinct;
alter table private.sales_categories enable row level security;
revoke all on private.sales_categories from public;
