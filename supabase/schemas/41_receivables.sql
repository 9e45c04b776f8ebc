-- what is to collect (docs/decisions/0091-receivables.md): orders that the shop has accepted, sent or delivered without their money. cash on
-- delivery is one of them from the moment its order leaves: until it is booked it is with the courier.

create function private.is_to_collect(status text, payment_state text) returns boolean
language sql immutable return status in ('processing', 'shipped', 'delivered') and payment_state in ('awaiting_payment', 'awaiting_verification', 'failed')
  or status in ('shipped', 'delivered') and payment_state = 'cod_pending';
revoke all on function private.is_to_collect(text, text) from public;

-- the open orders: what for (cod, awaited, verify), how much, and since when. cash on delivery is awaited since its last parcel arrived, or left;
-- everything else since the order was placed. the list is as long as the work that is open (orders_to_collect_idx)
create function private.open_receivables() returns table (id uuid, kind text, amount numeric, since timestamptz, courier text)
language sql stable security definer set search_path = '' rows 500 as $$
  select o.id,
    case o.payment_state when 'cod_pending' then 'cod' when 'awaiting_verification' then 'verify' else 'awaited' end,
    (select coalesce(sum(p.amount) filter (where private.is_open_payment(p.state)), 0) from public.payments p where p.order_id = o.id),
    case when o.payment_state = 'cod_pending' then coalesce((select max(case when o.status = 'delivered' then s.delivered_at else s.shipped_at end)
      from public.shipments s where s.order_id = o.id and not s.undelivered), o.created_at) else o.created_at end,
    coalesce(btrim(o.courier), '')
  from public.orders o where private.is_to_collect(o.status, o.payment_state)
$$;

-- the ages that totals and filters use, in days, the youngest first
create function private.receivable_ages() returns table (from_day integer, to_day integer)
language sql immutable set search_path = '' rows 4 as $$ values (0, 7), (8, 15), (16, 30), (31, null::integer) $$;

create function public.money_to_collect() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('payments.manage') then raise exception 'permission denied for money to collect' using errcode = '42501'; end if;
  return (
    with owed as materialized (
      select w.kind, w.amount, w.since, w.courier, a.from_day from private.open_receivables() w
      join private.receivable_ages() a on private.clock_now() - w.since >= make_interval(days => a.from_day)
        and (a.to_day is null or private.clock_now() - w.since < make_interval(days => a.to_day + 1))
    )
    select jsonb_build_object(
      'as_of', private.clock_now(),
      'count', (select count(*) from owed),
      'amount', (select coalesce(sum(w.amount), 0) from owed w),
      'oldest', (select min(w.since) from owed w),
      'couriers', (select coalesce(jsonb_agg(c.courier order by c.courier), '[]') from (select distinct w.courier from owed w where w.kind = 'cod' limit 200) c),
      'ages', (select jsonb_agg(jsonb_build_object('from_day', a.from_day, 'to_day', a.to_day, 'kind', k.kind, 'count', s.count, 'amount', s.amount) order by a.from_day, k.place)
        from private.receivable_ages() a cross join (values ('cod', 1), ('awaited', 2), ('verify', 3)) k (kind, place) cross join lateral (
          select count(*) as count, coalesce(sum(w.amount), 0) as amount from owed w where w.from_day = a.from_day and w.kind = k.kind) s)));
end $$;

-- one page of them, the oldest first, or the youngest. p_filters: kind, age (from_day) and courier as lists, search. p_cursor: [since, id]
create function public.receivables(p_filters jsonb default '{}', p_ascending boolean default true, p_cursor jsonb default null, p_backwards boolean default false,
  p_limit integer default 50)
returns table (id uuid, order_number integer, since timestamptz, kind text, amount numeric, total_amount numeric, full_name text, company_name text, phone text,
  status text, payment_method text, payment_state text, courier text, tracking_number text, reference text, version integer)
language plpgsql stable security definer set search_path = '' rows 50 as $$
#variable_conflict use_column
declare
  conditions text := 'true';
  down boolean := p_ascending = p_backwards;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for receivables' using errcode = '42501'; end if;
  if p_filters ? 'kind' then conditions := conditions || ' and ' || private.one_of('w.kind', p_filters -> 'kind'); end if;
  if p_filters ? 'courier' then conditions := conditions || ' and ' || private.one_of('w.courier', p_filters -> 'courier'); end if;
  if p_filters ? 'age' then
    conditions := conditions || format(' and exists (select from private.receivable_ages() a where %s and %2$L::timestamptz - w.since >= make_interval(days => a.from_day)
      and (a.to_day is null or %2$L::timestamptz - w.since < make_interval(days => a.to_day + 1)))', private.one_of('a.from_day', p_filters -> 'age'), private.clock_now());
  end if;
  if btrim(coalesce(p_filters ->> 'search', '')) <> '' then
    conditions := conditions || format(' and o.id in (%s)', private.order_search(p_filters ->> 'search'));
  end if;
  if p_cursor is not null then
    conditions := conditions || format(case when down then ' and (w.since, o.id) < (%L::timestamptz, %L::uuid)' else ' and (w.since, o.id) > (%L::timestamptz, %L::uuid)' end,
      p_cursor ->> 0, p_cursor ->> 1);
  end if;
  return query execute format($query$
    select o.id, o.order_number, w.since, w.kind, w.amount, o.total_amount, o.full_name, o.company_name, o.phone, o.status, o.payment_method, o.payment_state,
      nullif(w.courier, ''), nullif(o.tracking_number, ''), p.provider_reference, o.version
    from private.open_receivables() w join public.orders o on o.id = w.id
    left join lateral (select x.provider_reference from public.payments x where x.order_id = o.id and private.is_open_payment(x.state) order by x.created_at limit 1) p on true
    where %s order by w.since %s, o.id %2$s limit %s$query$,
    conditions, case when down then 'desc' else 'asc' end, least(greatest(p_limit, 1), 1001));
end $$;
revoke all on function private.open_receivables(), private.receivable_ages(), public.money_to_collect(),
  public.receivables(jsonb, boolean, jsonb, boolean, integer) from public;

-- the bodies check the permission; nothing for anon
grant execute on function public.money_to_collect(), public.receivables(jsonb, boolean, jsonb, boolean, integer) to authenticated;
