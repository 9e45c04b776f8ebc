-- The sales of past days are summed once, for the dashboard and the analytics (docs/decisions/0120-sums-of-past-days.md).

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
  paise bigint not null
);
create unique index sales_products_idx on private.sales_products (day, product_id) include (units, paise) nulls not distinct;

create function private.rupees(paise double precision) returns numeric
language sql immutable return round(paise::bigint / 100.0, 2);
revoke all on function private.rupees(double precision) from public;

-- no policy and no grant: the job writes them, the dashboard and the analytics read them
alter table private.sales_past enable row level security;
alter table private.sales_changed enable row level security;
alter table private.sales_days enable row level security;
alter table private.sales_products enable row level security;
revoke all on private.sales_past, private.sales_changed, private.sales_days, private.sales_products from public;

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

-- after an order of a past day has changed in what is summed: by each order's own row (80_order_triggers.sql), so that it is called for no other
create function private.note_sales_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.sales_changed (day)
  select distinct (t.at at time zone interval '5 hours 30 minutes')::date
  from (values (case when tg_op <> 'INSERT' then old.created_at end), (case when tg_op <> 'DELETE' then new.created_at end)) t (at)
  where t.at < date_trunc('day', clock_timestamp() at time zone interval '5 hours 30 minutes') at time zone interval '5 hours 30 minutes';
  return null;
end $$;
revoke all on function private.note_sales_change() from public;

-- a line that is changed or taken away, or whose product is deleted
create function private.note_sold_line_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.sales_changed (day)
  select (o.created_at at time zone interval '5 hours 30 minutes')::date from public.orders o
  where o.id = case tg_op when 'DELETE' then old.order_id else new.order_id end;
  return null;
end $$;
revoke all on function private.note_sold_line_change() from public;
create trigger note_sold_line_change after update of product_id, quantity, total on public.order_items
  for each row when ((old.product_id, old.quantity, old.total) is distinct from (new.product_id, new.quantity, new.total))
  execute function private.note_sold_line_change();
create trigger note_sold_line_gone after delete on public.order_items for each row execute function private.note_sold_line_change();

-- a job: sums past days that are new or have changed, for about `p_ms` milliseconds. true: more days wait.
create function private.sum_sales(p_ms integer default 3000) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  began timestamptz := clock_timestamp();
  -- ten minutes late: a clock that is set back over midnight would let orders of the day in unnoticed
  today date := ((private.clock_now() - interval '10 minutes') at time zone interval '5 hours 30 minutes')::date;
  next date;
  since timestamptz;
  notes bigint[];
begin
  if not pg_try_advisory_xact_lock(hashtext('private.sum_sales')) then return false; end if;

  -- days that have ended since
  insert into private.sales_past (day, marked)
  select g::date, pg_current_xact_id()
  from generate_series(coalesce((select max(p.day) + 1 from private.sales_past p),
    (select (min(o.created_at) at time zone interval '5 hours 30 minutes')::date from public.orders o))::timestamp, (today - 1)::timestamp, interval '1 day') g
  on conflict do nothing;
  insert into private.sales_past (day, marked)
  select distinct c.day, pg_current_xact_id() from private.sales_changed c where c.day < today and not exists (select from private.sales_past p where p.day = c.day);
  -- after a restore, numbers of transactions may be ahead of this database's own: such days are marked again
  update private.sales_past p set marked = pg_current_xact_id() where not p.summed and p.marked > pg_current_xact_id();

  loop
    select p.day into next from private.sales_past p
    where p.marked < pg_snapshot_xmin(pg_current_snapshot()) and p.day < today
      and (not p.summed or exists (select from private.sales_changed c where c.day = p.day))
    -- new days first, then those whose change waits longest, so that no day is left out
    order by p.summed, (select min(c.id) from private.sales_changed c where c.day = p.day), p.day desc limit 1;
    if next is null then return false; end if;
    if clock_timestamp() > began + make_interval(secs => p_ms / 1000.0) then return true; end if;

    since := next::timestamp at time zone interval '5 hours 30 minutes';
    -- noted before it is summed: what changes in between stays noted
    notes := array(select c.id from private.sales_changed c where c.day = next);
    delete from private.sales_days s where s.day = next;
    insert into private.sales_days (day, place_of_supply, payment_method, orders, units, revenue, charges, discount, gst,
        cancelled, cancelled_amount, refunds, refunds_amount, waiting, waiting_amount)
      select a.* from private.add_up_sales(since, since + interval '1 day') a;
    delete from private.sales_products s where s.day = next;
    insert into private.sales_products (day, product_id, units, paise) select a.* from private.add_up_products(since, since + interval '1 day') a;
    delete from private.sales_changed c where c.id = any (notes);
    update private.sales_past p set summed = true where p.day = next and not p.summed;
  end loop;
end $$;
revoke all on function private.sum_sales(integer) from public;
grant execute on function private.sum_sales(integer) to shop_mail;

-- sums of past days (49_sales_days.sql): of an order of an earlier day alone, and only of what is summed. lines change only before dispatch, and
-- with the version of their order, while its status and its payment stay
create trigger sales_changed after update on public.orders
  for each row when (
    least(old.created_at, new.created_at) < date_trunc('day', clock_timestamp() at time zone interval '5 hours 30 minutes') at time zone interval '5 hours 30 minutes'
    and ((old.created_at, old.place_of_supply, old.payment_method, old.total_amount, old.charges_total, old.discount_total, old.total_gst, old.charges_gst,
        old.status = 'cancelled', old.status = 'pending', old.status = 'pending' and old.payment_state = 'paid', old.payment_state in ('refund_due', 'refunded'))
      is distinct from (new.created_at, new.place_of_supply, new.payment_method, new.total_amount, new.charges_total, new.discount_total, new.total_gst, new.charges_gst,
        new.status = 'cancelled', new.status = 'pending', new.status = 'pending' and new.payment_state = 'paid', new.payment_state in ('refund_due', 'refunded'))
      or old.status in ('pending', 'processing') and (old.status, old.payment_state) = (new.status, new.payment_state) and old.version <> new.version))
  execute function private.note_sales_change();
create trigger sales_deleted after delete on public.orders
  for each row when (old.created_at < date_trunc('day', clock_timestamp() at time zone interval '5 hours 30 minutes') at time zone interval '5 hours 30 minutes')
  execute function private.note_sales_change();
create trigger sales_placed_earlier after insert on public.orders
  for each row when (new.created_at < date_trunc('day', clock_timestamp() at time zone interval '5 hours 30 minutes') at time zone interval '5 hours 30 minutes')
  execute function private.note_sales_change();


create or replace function private.dashboard() returns jsonb
language plpgsql stable security definer set search_path = '' set random_page_cost = 1.1 as $$
declare
  now_ timestamptz := private.clock_now();
  today timestamptz := date_trunc('day', now_ at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata';
  date_ date := (now_ at time zone 'Asia/Kolkata')::date;
  sales jsonb;
begin
  if not private.may('panel') then raise exception 'permission denied for the dashboard' using errcode = '42501'; end if;

  -- by day; of the days in the middle of which a period before begins also what they had sold by this time of day
  with days as (
    select d.day, sum(d.orders) as orders, sum(d.revenue) as amount from private.sales_of(today - interval '59 days', now_ + interval '1 microsecond') d group by 1
  ), by_now as (
    select date_ - n.length as day, count(*) as orders, coalesce(sum(o.total_amount), 0) as amount
    from (values (1), (7), (30)) n (length) join public.orders o
      on o.created_at >= today - make_interval(days => n.length) and o.created_at <= now_ - make_interval(days => n.length)
    where private.is_sale(o.status, o.payment_state) group by 1
  ), periods (name, length) as (values ('today', 1), ('week', 7), ('month', 30)),
  sums as (
    select s.name, jsonb_build_object(
      'orders', coalesce(sum(d.orders) filter (where d.day > date_ - s.length), 0),
      'amount', coalesce(sum(d.amount) filter (where d.day > date_ - s.length), 0),
      'orders_before', coalesce(sum(d.orders) filter (where d.day < date_ - s.length), 0) + coalesce(min(b.orders), 0),
      'amount_before', coalesce(sum(d.amount) filter (where d.day < date_ - s.length), 0) + coalesce(min(b.amount), 0)) as sum
    from periods s left join days d on d.day > date_ - 2 * s.length left join by_now b on b.day = date_ - s.length
    group by s.name
  )
  select (select jsonb_object_agg(m.name, m.sum) from sums m) || jsonb_build_object('days', (
      select jsonb_agg(jsonb_build_object('day', date_ - n, 'orders', coalesce(d.orders, 0), 'amount', coalesce(d.amount, 0)) order by n desc)
      from generate_series(0, 59) n left join days d on d.day = date_ - n))
    into sales;

  return jsonb_build_object(
    'as_of', now_,
    'sales', sales,
    'verify', private.order_queue('o.payment_state = ''awaiting_verification'''),
    'accept', private.order_queue('o.status = ''pending'' and o.payment_state in (''cod_pending'', ''paid'')'),
    'ship', private.order_queue('o.status = ''processing'''),
    'refund', private.order_queue('o.id in (select r.order_id from public.refunds r where r.state in (''due'', ''asked'', ''failed'') union all select x.id from public.orders x where x.payment_state = ''refund_due'')'),
    'collect', private.order_queue('private.is_to_collect(o.status, o.payment_state)'),
    'stock', (with low as materialized (
        select p.id, p.name, p.sku, p.stock, p.units_sold, p.image_url from private.low_stock l join public.products p on p.id = l.product_id
        where p.status = 'active')
      select jsonb_build_object('count', count(*), 'out', count(*) filter (where low.stock = 0),
        'rows', coalesce((select jsonb_agg(to_jsonb(r) order by r.stock, r.units_sold desc, r.id)
          from (select * from low order by low.stock, low.units_sold desc, low.id limit 6) r), '[]'))
      from low),
    'mails', (select count(*) from (select from private.mails m where m.status = 'failed' limit 100001) c),
    'complaints', (select jsonb_build_object('count', count(*), 'oldest', min(c.created_at)) from (
      select k.created_at from public.complaints k where k.status = 'open' order by k.created_at limit 100001) c),
    'health', private.health_summary(),
    'returns', (select jsonb_build_object('count', count(*), 'oldest', min(c.created_at)) from (
      select r.created_at from public.returns r where r.state in ('requested', 'received') order by r.created_at limit 100001) c),
    'feed', coalesce((select jsonb_agg(to_jsonb(f) order by f.created_at desc, f.id) from (
      select o.id, o.created_at, coalesce(nullif(o.company_name, ''), o.full_name) as name, o.city, o.state, o.status, o.payment_method, o.payment_state, o.total_amount
      from public.orders o order by o.created_at desc, o.id limit 12) f), '[]'));
end $$;

create or replace function public.sales_overview(p_from date, p_to date, p_before_from date, p_before_to date) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set work_mem = '64MB' set random_page_cost = 1.1 as $$
declare
  w record;
  overview jsonb;
begin
  select * into w from private.sales_window(p_from, p_to, p_before_from, p_before_to);
  with sales as materialized (
    select true as this, s.* from private.sales_of(w.since, w.until) s
    union all
    select false, s.* from private.sales_of(w.before_since, w.before_until) s
  ), by_day as (
    select s.this, s.day, sum(s.orders) as orders, sum(s.revenue) as revenue, sum(s.units) as units from sales s group by 1, 2 having sum(s.orders) > 0
  ), figures as (
    select t.this, jsonb_build_object('orders', coalesce(sum(s.orders), 0), 'revenue', coalesce(sum(s.revenue), 0), 'units', coalesce(sum(s.units), 0),
        'charges', coalesce(sum(s.charges), 0), 'discount', coalesce(sum(s.discount), 0), 'gst', coalesce(sum(s.gst), 0),
        'cancelled', coalesce(sum(s.cancelled), 0), 'cancelled_amount', coalesce(sum(s.cancelled_amount), 0),
        'refunds', coalesce(sum(s.refunds), 0), 'refunds_amount', coalesce(sum(s.refunds_amount), 0),
        'waiting', coalesce(sum(s.waiting), 0), 'waiting_amount', coalesce(sum(s.waiting_amount), 0)) as figures
    from (values (true), (false)) t (this) left join sales s on s.this = t.this group by t.this
  ), series as (
    select d.this, jsonb_agg(jsonb_build_object('day', d.day, 'orders', d.orders, 'revenue', d.revenue, 'units', d.units) order by d.day) as days
    from by_day d group by d.this
  ), products as materialized (
    select s.product_id, sum(s.units::double precision) as units, sum(s.paise::double precision) as paise from private.products_sold(w.since, w.until) s
    where s.product_id is not null group by 1
  ), best as materialized (
    select p.* from products p order by p.paise desc, p.product_id limit 8
  ), best_before as (   -- of these few alone, by the index
    select s.product_id, sum(s.paise::double precision) as paise from private.products_sold(w.before_since, w.before_until) s
    where s.product_id = any (array(select b.product_id from best b)) group by 1
  ), states as (
    select s.place_of_supply as key, coalesce(sum(s.orders) filter (where s.this), 0) as orders, coalesce(sum(s.revenue) filter (where s.this), 0) as revenue,
      coalesce(sum(s.revenue) filter (where not s.this), 0) as revenue_before
    from sales s group by 1 having sum(s.orders) > 0
  ), methods as (
    select s.payment_method as key, coalesce(sum(s.orders) filter (where s.this), 0) as orders, coalesce(sum(s.revenue) filter (where s.this), 0) as revenue,
      coalesce(sum(s.revenue) filter (where not s.this), 0) as revenue_before
    from sales s group by 1 having sum(s.orders) > 0
  )
  select jsonb_build_object(
    'as_of', w.as_of,
    'this', (select f.figures from figures f where f.this),
    'before', (select f.figures from figures f where not f.this),
    'days', coalesce((select s.days from series s where s.this), '[]'),
    'days_before', coalesce((select s.days from series s where not s.this), '[]'),
    'products', coalesce((select jsonb_agg(jsonb_build_object('key', b.product_id, 'name', p.name, 'image_url', p.image_url, 'units', b.units, 'revenue', private.rupees(b.paise),
        'revenue_before', private.rupees(coalesce(e.paise, 0))) order by b.paise desc, b.product_id)
      from best b join public.products p on p.id = b.product_id
      left join best_before e on e.product_id = b.product_id), '[]'),
    'sold', (select count(*) from products),
    'states', coalesce((select jsonb_agg(to_jsonb(s) order by s.revenue desc, s.key) from states s), '[]'),
    'methods', coalesce((select jsonb_agg(to_jsonb(m) order by m.revenue desc, m.key) from methods m), '[]'))
    into overview;
  return overview;
end $$;

create or replace function public.sales_breakdown(p_by text, p_from date, p_to date, p_before_from date, p_before_to date,
  p_sort text default 'revenue', p_ascending boolean default false, p_limit integer default 50) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set work_mem = '64MB' set random_page_cost = 1.1 as $$
declare
  w record;
  sums text;
  named text;
  sorted text;
  first_named boolean := p_sort = 'name' or p_by = 'category';   -- else only what is shown gets its name
  answer jsonb;
begin
  select * into w from private.sales_window(p_from, p_to, p_before_from, p_before_to);
  -- amounts in paise, as double precision (private.sales_products); in rupees only where they are shown
  sums := case
    when p_by in ('product', 'category') then format(
      'select %s as key, sum(l.units::double precision) filter (where l.this) as units, sum(l.paise::double precision) filter (where l.this) as revenue,
         sum(l.paise::double precision) filter (where not l.this) as revenue_before, null::bigint as orders
       from (
         select true as this, p.* from private.products_sold($1, $2) p
         union all
         select false, p.* from private.products_sold($3, $4) p) l %s
       group by 1', case p_by when 'product' then 'l.product_id' else 'p.category_id' end,
      case p_by when 'category' then 'left join public.products p on p.id = l.product_id' else '' end)
    when p_by in ('state', 'payment') then format(
      'select s.%I as key, null::bigint as units, (sum(s.revenue) filter (where s.this) * 100)::double precision as revenue,
         (sum(s.revenue) filter (where not s.this) * 100)::double precision as revenue_before, sum(s.orders) filter (where s.this) as orders
       from sales s group by 1 having sum(s.orders) > 0', case p_by when 'state' then 'place_of_supply' else 'payment_method' end)
    when p_by = 'customer' then   -- not summed by day: nearly every order has another
      'select s.user_id as key, null::bigint as units, sum(s.paise) filter (where s.this) as revenue,
         sum(s.paise) filter (where not s.this) as revenue_before, count(*) filter (where s.this) as orders
       from (
         select true as this, o.user_id, (o.total_amount * 100)::double precision as paise from public.orders o
           where o.created_at >= $1 and o.created_at < $2 and private.is_sale(o.status, o.payment_state)
         union all
         select false, o.user_id, (o.total_amount * 100)::double precision from public.orders o
           where o.created_at >= $3 and o.created_at < $4 and private.is_sale(o.status, o.payment_state)) s
       group by 1'
    end;
  if sums is null or p_sort not in ('name', 'units', 'orders', 'revenue', 'before', 'change') or p_limit not between 1 and 100000 then
    raise exception 'There is no such breakdown' using errcode = '22023', detail = '{"code":"BAD_BREAKDOWN"}';
  end if;
  named := case p_by
    when 'product' then 'select g.*, p.name, p.sku as detail, p.image_url from %I g left join public.products p on p.id = g.key'
    when 'customer' then 'select g.*, coalesce(nullif(p.company_name, ''''), nullif(p.full_name, '''')) as name,
        case when coalesce(p.company_name, '''') <> '''' then nullif(p.full_name, '''') end as detail, null::text as image_url
      from %I g left join public.profiles p on p.id = g.key'
    -- each category with all that stands below it: a line counts for its category and for every one above it
    when 'category' then 'select c.id as key, sum(g.units) as units, sum(g.revenue) as revenue, sum(g.revenue_before) as revenue_before,
        null::bigint as orders, min(c.name) as name, min(c.path) as detail, null::text as image_url
      from %I g left join (select t.id as below, a.id, a.name, a.path from tree t join tree a on a.id = any (t.line)) c on c.below = g.key
      group by c.id'
    else 'select g.*, g.key as name, null::text as detail, null::text as image_url from %I g' end;
  sorted := format('%s %s nulls last, x.revenue desc nulls last, x.key nulls last',
    case p_sort when 'name' then 'lower(x.name)' when 'units' then 'coalesce(x.units, 0)' when 'orders' then 'coalesce(x.orders, 0)'
      when 'before' then 'coalesce(x.revenue_before, 0)' when 'change' then 'coalesce(x.revenue, 0) - coalesce(x.revenue_before, 0)'
      else 'coalesce(x.revenue, 0)' end,
    case when p_ascending then 'asc' else 'desc' end);
  execute format(
    'with recursive tree (id, name, line, path) as (
       select c.id, c.name, array[c.id], null::text from public.categories c where c.parent_id is null
       union all
       select c.id, c.name, t.line || c.id, concat_ws('' › '', t.path, t.name) from public.categories c join tree t on c.parent_id = t.id
     ), sales as materialized (
       select true as this, s.* from private.sales_of($1, $2) s
       union all
       select false, s.* from private.sales_of($3, $4) s
     ), sums as materialized (%s), %s
     select jsonb_build_object(
       ''rows'', coalesce((select jsonb_agg(jsonb_build_object(''key'', c.key, ''name'', c.name, ''detail'', c.detail, ''image_url'', c.image_url,
           ''units'', coalesce(c.units, 0), ''orders'', coalesce(c.orders, 0), ''revenue'', private.rupees(coalesce(c.revenue, 0)),
           ''revenue_before'', private.rupees(coalesce(c.revenue_before, 0))) order by c.place)
         from shown c), ''[]''),
       ''count'', (select count(*) from %s),
       ''total'', (select private.rupees(coalesce(sum(g.revenue), 0)) from sums g),
       ''total_before'', (select private.rupees(coalesce(sum(g.revenue_before), 0)) from sums g),
       ''units'', (select coalesce(sum(g.units), 0) from sums g),
       ''orders'', (select coalesce(sum(s.orders), 0) from sales s where s.this),
       ''charges'', (select coalesce(sum(s.charges), 0) from sales s where s.this))',
    sums,
    case when first_named
      then format('named as materialized (%s), shown as (
        select y.*, row_number() over () as place from (select x.* from named x order by %s limit $5) y)', format(named, 'sums'), sorted)
      else format('chosen as materialized (
        select y.*, row_number() over () as place from (select x.* from sums x order by %s limit $5) y), shown as (%s)', sorted, format(named, 'chosen')) end,
    case when first_named then 'named' else 'sums' end)
    into answer using w.since, w.until, w.before_since, w.before_until, p_limit;
  return answer || jsonb_build_object('as_of', w.as_of);
end $$;

create or replace function public.stock_cover(p_from date, p_to date, p_list text default 'soon', p_within integer default 14,
  p_sort text default 'left', p_ascending boolean default true, p_limit integer default 50) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set work_mem = '64MB' set random_page_cost = 1.1 as $$
declare
  w record;
  today date;
  last date;
  answer jsonb;
begin
  select * into w from private.sales_window(p_from, p_to, p_from, p_to);
  if p_list not in ('soon', 'dead', 'all') or p_sort not in ('name', 'left', 'stock', 'units', 'money') or p_within not between 0 and 3650
    or p_limit not between 1 and 100000 then
    raise exception 'There is no such list' using errcode = '22023', detail = '{"code":"BAD_BREAKDOWN"}';
  end if;
  today := (w.as_of at time zone 'Asia/Kolkata')::date;
  last := least(p_to, today);
  with sold as (
    select s.product_id, sum(s.units::double precision)::bigint as units from private.products_sold(w.since, w.until) s group by 1
  ), lately as (
    select distinct s.product_id from private.products_sold((today - 89)::timestamp at time zone 'Asia/Kolkata', w.as_of + interval '1 microsecond') s
  ), goods as materialized (
    select p.id, p.name, p.sku, p.image_url, p.status, p.stock, coalesce(s.units, 0) as units, d.days, p.stock * p.base_price as money,
      p.stock * c.cost as cost,
      -- whole days that the stock lasts: none is left once it is sold out
      case when s.units > 0 then floor(p.stock * d.days / s.units)::bigint end as days_left,
      p.stock > 0 and l.product_id is null and p.created_at < (today - 89)::timestamp at time zone 'Asia/Kolkata' as dead
    from public.products p
    left join sold s on s.product_id = p.id
    left join lately l on l.product_id = p.id
    left join public.product_costs c on c.product_id = p.id and (select private.may('costs.read'))
    cross join lateral (select greatest(last - greatest(p_from, (p.created_at at time zone interval '5 hours 30 minutes')::date) + 1, 1) as days) d
    where p.stock > 0 or s.units > 0
  ), listed as (
    select g.* from goods g where case p_list when 'soon' then g.status = 'active' and g.days_left <= p_within when 'dead' then g.dead else true end
  ), chosen as (
    select y.*, row_number() over () as place from (
      select l.* from (select x.*, case p_sort when 'left' then x.days_left when 'stock' then x.stock when 'units' then x.units when 'money' then x.money end as rank
        from listed x) l
      order by case when p_ascending then l.rank end nulls last, case when not p_ascending then l.rank end desc nulls last,
        case when p_sort = 'name' and p_ascending then lower(l.name) end, case when p_sort = 'name' and not p_ascending then lower(l.name) end desc,
        l.money desc, l.id limit p_limit) y
  )
  select jsonb_build_object(
    'as_of', w.as_of,
    'soon', (select count(*) from goods g where g.status = 'active' and g.days_left <= p_within),
    'out', (select count(*) from goods g where g.status = 'active' and g.days_left <= p_within and g.stock = 0),
    'dead', (select count(*) from goods g where g.dead),
    'dead_money', (select coalesce(sum(g.money), 0) from goods g where g.dead),
    'money', (select coalesce(sum(g.money), 0) from goods g),
    'cost', (select sum(g.cost) from goods g),
    'costless', (select count(*) from goods g where g.stock > 0 and g.cost is null),
    'all', (select count(*) from goods),
    'rows', coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'sku', c.sku, 'image_url', c.image_url, 'status', c.status, 'stock', c.stock,
        'units', c.units, 'days', c.days, 'days_left', c.days_left, 'money', c.money, 'cost', c.cost) order by c.place) from chosen c), '[]'))
    into answer;
  return answer;
end $$;
