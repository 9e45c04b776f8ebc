-- Money that is owed stays in sight: orders that were accepted, shipped or delivered although nobody had paid for them. Cash on
-- delivery is none of it, since it is taken at the door.
create function private.is_to_collect(status text, payment_state text) returns boolean
language sql immutable return status in ('processing', 'shipped', 'delivered') and payment_state in ('awaiting_payment', 'awaiting_verification', 'failed');
revoke all on function private.is_to_collect(text, text) from public;
create index orders_to_collect_idx on public.orders (created_at, id) include (total_amount)
  where status in ('processing', 'shipped', 'delivered') and payment_state in ('awaiting_payment', 'awaiting_verification', 'failed');

-- how much that is, and for how long it has been owed. ages: by days since the order was placed, the youngest first.
create function public.money_to_collect() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then raise exception 'permission denied for money to collect' using errcode = '42501'; end if;
  return (
    with owed as (
      select o.total_amount, o.created_at, private.moment() - o.created_at as age from public.orders o where private.is_to_collect(o.status, o.payment_state)
    ), ages (from_day, to_day) as (values (0, 7), (8, 30), (31, 90), (91, null::integer))
    select jsonb_build_object(
      'as_of', private.moment(),
      'count', (select count(*) from owed),
      'amount', (select coalesce(sum(w.total_amount), 0) from owed w),
      'oldest', (select min(w.created_at) from owed w),
      'ages', (select jsonb_agg(jsonb_build_object('from_day', a.from_day, 'to_day', a.to_day, 'count', s.count, 'amount', s.amount) order by a.from_day)
        from ages a cross join lateral (
          select count(*) as count, coalesce(sum(w.total_amount), 0) as amount from owed w
          where w.age >= make_interval(days => a.from_day) and (a.to_day is null or w.age < make_interval(days => a.to_day + 1))) s)));
end $$;
revoke all on function public.money_to_collect() from public;
grant execute on function public.money_to_collect() to authenticated;   -- the body lets admins through; nothing for anon

-- how many wait in each of the list's views, counted up to a thousand. a claim waits whatever became of its order
create or replace function public.order_piles() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then raise exception 'permission denied for orders' using errcode = '42501'; end if;
  return jsonb_build_object(
    'accept', (select count(*) from (select from public.orders o where o.status = 'pending' and o.payment_state in ('cod_pending', 'paid') limit 1001) c),
    'verify', (select count(*) from (select from public.orders o where o.payment_state = 'awaiting_verification' limit 1001) c),
    'ship', (select count(*) from (select from public.orders o where o.status = 'processing' limit 1001) c),
    'shipped', (select count(*) from (select from public.orders o where o.status = 'shipped' limit 1001) c),
    'collect', (select count(*) from (select from public.orders o where private.is_to_collect(o.status, o.payment_state) limit 1001) c),
    'refund', (select count(*) from (select from public.orders o where o.payment_state = 'refund_due' limit 1001) c));
end $$;

-- as before, with what is to collect, and claims whatever became of their orders
create or replace function public.admin_dashboard() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  now_ timestamptz := private.moment();
  today timestamptz := date_trunc('day', now_ at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata';
  date_ date := (now_ at time zone 'Asia/Kolkata')::date;
  sales jsonb;
begin
  if not private.is_admin() then raise exception 'permission denied for the dashboard' using errcode = '42501'; end if;

  -- one pass by day; of each day also what it had sold by this time of day, for the stretches that end in the middle of one
  with days as (
    select (o.created_at at time zone 'Asia/Kolkata')::date as day, count(*) as orders, sum(o.total_amount) as amount,
      count(*) filter (where u.by_now) as orders_by_now, coalesce(sum(o.total_amount) filter (where u.by_now), 0) as amount_by_now
    from public.orders o cross join lateral (select (o.created_at at time zone 'Asia/Kolkata')::time <= (now_ at time zone 'Asia/Kolkata')::time as by_now) u
    where o.created_at >= today - interval '59 days' and o.created_at <= now_
      and private.is_sale(o.status, o.payment_state)
    group by 1
  ), stretches (name, length) as (values ('today', 1), ('week', 7), ('month', 30)),
  sums as (
    select s.name, jsonb_build_object(
      'orders', coalesce(sum(d.orders) filter (where d.day > date_ - s.length), 0),
      'amount', coalesce(sum(d.amount) filter (where d.day > date_ - s.length), 0),
      'orders_before', coalesce(sum(case when d.day = date_ - s.length then d.orders_by_now else d.orders end) filter (where d.day <= date_ - s.length), 0),
      'amount_before', coalesce(sum(case when d.day = date_ - s.length then d.amount_by_now else d.amount end) filter (where d.day <= date_ - s.length), 0)) as sum
    from stretches s left join days d on d.day > date_ - 2 * s.length
    group by s.name
  )
  select (select jsonb_object_agg(m.name, m.sum) from sums m) || jsonb_build_object('days', (
      select jsonb_agg(jsonb_build_object('day', date_ - n, 'orders', coalesce(d.orders, 0), 'amount', coalesce(d.amount, 0)) order by n desc)
      from generate_series(0, 59) n left join days d on d.day = date_ - n))
    into sales;

  return jsonb_build_object(
    'as_of', now_,
    'sales', sales,
    'verify', private.order_pile('o.payment_state = ''awaiting_verification'''),
    'accept', private.order_pile('o.status = ''pending'' and o.payment_state in (''cod_pending'', ''paid'')'),
    'ship', private.order_pile('o.status = ''processing'''),
    'refund', private.order_pile('o.payment_state = ''refund_due'''),
    'collect', private.order_pile('private.is_to_collect(o.status, o.payment_state)'),
    'stock', (with low as materialized (
        select p.id, p.name, p.sku, p.stock, p.units_sold, p.image_url from private.low_stock l join public.products p on p.id = l.product_id
        where p.status = 'active')
      select jsonb_build_object('count', count(*), 'out', count(*) filter (where low.stock = 0),
        'rows', coalesce((select jsonb_agg(to_jsonb(r) order by r.stock, r.units_sold desc, r.id)
          from (select * from low order by low.stock, low.units_sold desc, low.id limit 6) r), '[]'))
      from low),
    'mails', (select count(*) from (select from private.mails m where m.status = 'failed' limit 1001) c),
    'complaints', (select jsonb_build_object('count', count(*), 'oldest', min(c.created_at)) from (
      select k.created_at from public.complaints k where k.status = 'open' order by k.created_at limit 1001) c),
    'feed', coalesce((select jsonb_agg(to_jsonb(f) order by f.created_at desc, f.id) from (
      select o.id, o.created_at, coalesce(nullif(o.company_name, ''), o.full_name) as name, o.city, o.state, o.status, o.payment_method, o.payment_state, o.total_amount
      from public.orders o order by o.created_at desc, o.id limit 12) f), '[]'));
end $$;
