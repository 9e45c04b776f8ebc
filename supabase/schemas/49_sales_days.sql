-- the sales of past days, summed once (docs/decisions/0120). a past day whose orders have not changed since is read from its
-- sums; each other day, the present one too, is added up from its orders. so the figures are always what the rows say, and a job that
-- is late makes them slower, never wrong.
--
-- a day is indian: it follows from the offset that india has had since 1945, which is faster than by the name of its zone.

-- past days. `marked`: a transaction that began after the day had ended. once all transactions before it have ended, every order of the
-- day that was written without a note in private.sales_changed can be seen, and the day is summed.
create table private.sales_past (
  day date primary key,
  marked xid8 not null,
  summed boolean not null default false
);

-- a past day of which an order has changed. only added to, so that no order waits for another; the job removes what it has summed.
create table private.sales_changed (
  id bigint generated always as identity primary key,
  day date not null
);
create index sales_changed_day_idx on private.sales_changed (day);

-- a day by where its goods went and how they were paid. amounts in rupees; the last six columns are of orders that are no sale
create table private.sales_days (
  day date not null references private.sales_past (day) on delete cascade,
  place_of_supply text not null,
  payment_method text not null,
  orders bigint not null,
  units bigint not null,
  revenue numeric not null,
  charges numeric not null,
  discount numeric not null,
  gst numeric not null,
  cancelled bigint not null,
  cancelled_amount numeric not null,
  refunds bigint not null,
  refunds_amount numeric not null,
  waiting bigint not null,
  waiting_amount numeric not null,
  primary key (day, place_of_supply, payment_method)
);

-- a day by product; null: products that were deleted. in paise, so that those of many products are added as `double precision`, which is exact
-- for whole numbers up to 2^53 (90 lakh crore rupees) and takes a third of the time of `numeric`
create table private.sales_products (
  day date not null references private.sales_past (day) on delete cascade,
  product_id uuid,
  units bigint not null,
  paise bigint not null,
  category_id uuid   -- of the product when the day was summed, unless it is in private.category_changed
) with (autovacuum_vacuum_insert_threshold = 1000, autovacuum_vacuum_insert_scale_factor = 0.01);   -- its last days are read by the index alone

-- 64 parts of the products, for what is added up by product: the sums of one part fit into the processor's cache, those of all products may not
create function private.product_part(product_id uuid) returns integer
language sql immutable parallel safe return coalesce(get_byte(uuid_send(product_id), 15) & 63, 0);
revoke all on function private.product_part(uuid) from public;
create unique index sales_products_parts_idx on private.sales_products (day, private.product_part(product_id), product_id) include (units, paise, category_id)
  nulls not distinct;

-- a day by category, added up from private.sales_products
create table private.sales_categories (
  day date not null references private.sales_past (day) on delete cascade,
  category_id uuid,
  units bigint not null,
  paise bigint not null
);
create unique index sales_categories_sums_idx on private.sales_categories (day, category_id) nulls not distinct;

-- a product whose category has changed since its days were summed. only added to; the job removes what it has written into the sums
create table private.category_changed (
  id bigint generated always as identity primary key,
  product_id uuid not null
);

create function private.rupees(paise double precision) returns numeric
language sql immutable return round(paise::bigint / 100.0, 2);
revoke all on function private.rupees(double precision) from public;

-- no policy and no grant: the job writes them, the dashboard and the analytics read them
alter table private.sales_past enable row level security;
alter table private.sales_changed enable row level security;
alter table private.sales_days enable row level security;
alter table private.sales_products enable row level security;
alter table private.sales_categories enable row level security;
alter table private.category_changed enable row level security;
revoke all on private.sales_past, private.sales_changed, private.sales_days, private.sales_products, private.sales_categories, private.category_changed from public;

-- what the rows say, for the job and for the days that are not summed. bodies in standard sql without settings of their own, so that
-- they are inlined into the calling query.

create function private.add_up_sales(p_since timestamptz, p_until timestamptz)
returns table (day date, place_of_supply text, payment_method text, orders bigint, units bigint, revenue numeric, charges numeric, discount numeric, gst numeric,
  cancelled bigint, cancelled_amount numeric, refunds bigint, refunds_amount numeric, waiting bigint, waiting_amount numeric)
language sql stable begin atomic
  with sale as (
    select o.id, (o.created_at at time zone interval '5 hours 30 minutes')::date as day, o.place_of_supply, o.payment_method,
      o.total_amount, o.charges_total, o.discount_total, o.total_gst + o.charges_gst as gst
    from public.orders o where o.created_at >= p_since and o.created_at < p_until and private.is_sale(o.status, o.payment_state)
  ), rest as (   -- orders that are no sale: cancelled, sent back, not yet accepted or paid
    select (o.created_at at time zone interval '5 hours 30 minutes')::date as day, o.place_of_supply, o.payment_method,
      o.status = 'cancelled' as cancelled, o.payment_state in ('refund_due', 'refunded') as refunded, o.status = 'pending' as waiting, o.total_amount
    from public.orders o where o.created_at >= p_since and o.created_at < p_until and not private.is_sale(o.status, o.payment_state)
  )
  select s.day, s.place_of_supply, s.payment_method, sum(s.orders)::bigint, sum(s.units)::bigint, sum(s.revenue), sum(s.charges), sum(s.discount), sum(s.gst),
    sum(s.cancelled)::bigint, sum(s.cancelled_amount), sum(s.refunds)::bigint, sum(s.refunds_amount), sum(s.waiting)::bigint, sum(s.waiting_amount)
  from (
    select a.day, a.place_of_supply, a.payment_method, count(*) as orders, 0::bigint as units, sum(a.total_amount) as revenue, sum(a.charges_total) as charges,
      sum(a.discount_total) as discount, sum(a.gst) as gst,
      0::bigint as cancelled, 0::numeric as cancelled_amount, 0::bigint as refunds, 0::numeric as refunds_amount, 0::bigint as waiting, 0::numeric as waiting_amount
    from sale a group by 1, 2, 3
    union all
    select a.day, a.place_of_supply, a.payment_method, 0, sum(i.quantity), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
    from sale a join public.order_items i on i.order_id = a.id group by 1, 2, 3
    union all
    select r.day, r.place_of_supply, r.payment_method, 0, 0, 0, 0, 0, 0,
      count(*) filter (where r.cancelled), coalesce(sum(r.total_amount) filter (where r.cancelled), 0),
      count(*) filter (where r.refunded), coalesce(sum(r.total_amount) filter (where r.refunded), 0),
      count(*) filter (where r.waiting), coalesce(sum(r.total_amount) filter (where r.waiting), 0)
    from rest r group by 1, 2, 3
  ) s group by 1, 2, 3;
end;
revoke all on function private.add_up_sales(timestamptz, timestamptz) from public;

create function private.add_up_products(p_since timestamptz, p_until timestamptz)
returns table (day date, product_id uuid, units bigint, paise bigint)
language sql stable begin atomic
  select (o.created_at at time zone interval '5 hours 30 minutes')::date, i.product_id, sum(i.quantity), (sum(i.total) * 100)::bigint
  from public.orders o join public.order_items i on i.order_id = o.id
  where o.created_at >= p_since and o.created_at < p_until and private.is_sale(o.status, o.payment_state)
  group by 1, 2;
end;
revoke all on function private.add_up_products(timestamptz, timestamptz) from public;

-- the days of a period, each with its part of the period; `summed`: it lies in the period whole, and its sums hold
create function private.days_of_sales(p_since timestamptz, p_until timestamptz)
returns table (day date, since timestamptz, until timestamptz, summed boolean)
language sql stable begin atomic
  select d.day, greatest(d.since, p_since), least(d.until, p_until),
    d.since >= p_since and d.until <= p_until and d.until <= private.clock_now()
      and exists (select from private.sales_past p where p.day = d.day and p.summed)
      and not exists (select from private.sales_changed c where c.day = d.day)
  from (
    select g::date as day, g at time zone interval '5 hours 30 minutes' as since, (g + interval '1 day') at time zone interval '5 hours 30 minutes' as until
    from generate_series(date_trunc('day', p_since at time zone interval '5 hours 30 minutes'), p_until at time zone interval '5 hours 30 minutes' - interval '1 microsecond', interval '1 day') g
  ) d;
end;
revoke all on function private.days_of_sales(timestamptz, timestamptz) from public;

-- how many of the 64 parts are added up at once: all of them unless the orders are many, because each part looks up each day
create function private.parts_at_once(p_since timestamptz, p_until timestamptz) returns integer
language sql stable parallel safe begin atomic
  select 64 - 63 * (coalesce(sum(s.orders), 0) > 50000)::integer from private.sales_days s
  where s.day >= (p_since at time zone interval '5 hours 30 minutes')::date and s.day <= (p_until at time zone interval '5 hours 30 minutes')::date;
end;
revoke all on function private.parts_at_once(timestamptz, timestamptz) from public;

-- the sales of a period, by day, place and method
create function private.sales_of(p_since timestamptz, p_until timestamptz)
returns table (day date, place_of_supply text, payment_method text, orders bigint, units bigint, revenue numeric, charges numeric, discount numeric, gst numeric,
  cancelled bigint, cancelled_amount numeric, refunds bigint, refunds_amount numeric, waiting bigint, waiting_amount numeric)
language sql stable begin atomic
  with days as materialized (select d.* from private.days_of_sales(p_since, p_until) d)
  select s.day, s.place_of_supply, s.payment_method, s.orders, s.units, s.revenue, s.charges, s.discount, s.gst,
    s.cancelled, s.cancelled_amount, s.refunds, s.refunds_amount, s.waiting, s.waiting_amount
  from days d join private.sales_days s on s.day = d.day where d.summed
  union all
  select s.* from days d cross join lateral private.add_up_sales(d.since, d.until) s where not d.summed;
end;
revoke all on function private.sales_of(timestamptz, timestamptz) from public;

-- the products that were sold in a period, by day
create function private.products_sold(p_since timestamptz, p_until timestamptz)
returns table (day date, product_id uuid, units bigint, paise bigint)
language sql stable begin atomic
  with days as materialized (select d.* from private.days_of_sales(p_since, p_until) d)
  select s.day, s.product_id, s.units, s.paise from days d join private.sales_products s on s.day = d.day where d.summed
  union all
  select s.* from days d cross join lateral private.add_up_products(d.since, d.until) s where not d.summed;
end;
revoke all on function private.products_sold(timestamptz, timestamptz) from public;

-- the categories that were sold in a period, by the products' present categories. rows of a category may cancel each other out
create function private.categories_sold(p_since timestamptz, p_until timestamptz)
returns table (category_id uuid, units bigint, paise bigint)
language sql stable begin atomic
  with days as materialized (select d.* from private.days_of_sales(p_since, p_until) d)
  select s.category_id, s.units, s.paise from days d join private.sales_categories s on s.day = d.day where d.summed
  union all
  -- of a product whose category has changed since: out of the one in the sums, into its present one
  select m.category_id, m.units, m.paise
  from (select distinct c.product_id from private.category_changed c) c join public.products p on p.id = c.product_id
  cross join days d
  join private.sales_products s on s.day = d.day and private.product_part(s.product_id) = private.product_part(c.product_id) and s.product_id = c.product_id
  cross join lateral (values (s.category_id, -s.units, -s.paise), (p.category_id, s.units, s.paise)) m (category_id, units, paise)
  where d.summed and s.category_id is distinct from p.category_id
  union all
  -- a look-up for each: the planner takes half of the days for unsummed, and would read all products to join them
  select (select p.category_id from public.products p where p.id = s.product_id), s.units, s.paise
  from days d cross join lateral private.add_up_products(d.since, d.until) s where not d.summed;
end;
revoke all on function private.categories_sold(timestamptz, timestamptz) from public;
