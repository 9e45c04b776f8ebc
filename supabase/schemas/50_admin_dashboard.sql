-- what the back office opens on: what needs doing, what was sold, what has just come in. one call, one transaction, one
-- moment (docs/decisions/0023). admins only, checked once: definer, so that no policy is evaluated for each of the rows.

-- products that are running out: products.running_out. an index on it would be rewritten by every order of that
-- product; this list is touched when a product crosses its level, and reading it is not reading 50,000 products.
create table private.low_stock (
  product_id uuid primary key references public.products (id) on delete cascade
);
alter table private.low_stock enable row level security;

-- no policy and no grant: the triggers write it, the dashboard reads it
revoke all on private.low_stock from public;
insert into private.low_stock select p.id from public.products p where p.running_out;

create function private.follow_low_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into private.low_stock select n.id from changed n where n.running_out on conflict do nothing;
  elsif new.running_out then
    insert into private.low_stock values (new.id) on conflict do nothing;
  else
    delete from private.low_stock l where l.product_id = new.id;
  end if;
  return null;
end $$;
revoke all on function private.follow_low_stock() from public;

-- one queue of orders: how many (counted up to 100,000), since when, and the three that wait longest
create function private.order_queue(p_where text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  queue jsonb;
begin
  execute format('select jsonb_build_object(
      ''count'', (select count(*) from (select from public.orders o where %1$s limit 100001) c),
      ''oldest'', (select o.created_at from public.orders o where %1$s order by o.created_at limit 1),
      ''rows'', coalesce((select jsonb_agg(jsonb_build_object(''id'', r.id, ''name'', coalesce(nullif(r.company_name, ''''), r.full_name),
          ''total_amount'', r.total_amount, ''created_at'', r.created_at) order by r.created_at, r.id)
        from (select o.id, o.company_name, o.full_name, o.total_amount, o.created_at from public.orders o where %1$s order by o.created_at limit 3) r), ''[]''))',
    p_where) into queue;
  return queue;
end $$;
revoke all on function private.order_queue(text) from public;

create trigger low_stock_made after insert on public.products referencing new table as changed
  for each statement execute function private.follow_low_stock();
create trigger low_stock_crossed after update of stock, reorder_level on public.products
  for each row when (old.running_out <> new.running_out) execute function private.follow_low_stock();

create function private.dashboard() returns jsonb
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
revoke all on function private.dashboard() from public;
grant execute on function private.dashboard() to service_role;

create function public.admin_dashboard() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('panel') then raise exception 'permission denied for the dashboard' using errcode = '42501'; end if;
  return (select jsonb_object_agg(d.key, case when private.may(coalesce(s.permission, 'analytics.read')) then d.value else 'null' end)
    from jsonb_each(private.dashboard()) d
    left join (values ('as_of', 'panel'), ('sales', 'analytics.read'), ('verify', 'payments.manage'), ('refund', 'payments.manage'), ('collect', 'payments.manage'), ('accept', 'orders.process'),
      ('ship', 'orders.process'), ('returns', 'orders.process'), ('feed', 'orders.read'), ('stock', 'catalogue.write'), ('mails', 'mails.read'), ('complaints', 'complaints.write'), ('health', 'settings.write'))
      s (part, permission) on s.part = d.key);
end $$;
revoke all on function public.admin_dashboard() from public;
grant execute on function public.admin_dashboard() to authenticated;
