-- what each customer has bought so far, kept beside the profile: a list of 20,000 customers sorted by what they spent reads the
-- end of an index instead of every order of the shop. a row of its own, not columns of profiles: an order would rewrite the
-- entries of the name search, and move the updated_at that a form's edit is held against (docs/decisions/0027).

create table public.customer_figures (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  orders integer not null default 0,              -- sales
  spent numeric(14, 2) not null default 0,        -- their total_amount
  last_order_at timestamptz,                      -- the newest order, whatever became of it
  state text                                      -- where that one went
) with (fillfactor = 80);
create index customer_figures_spent_idx on public.customer_figures (spent desc, user_id);
create index customer_figures_last_idx on public.customer_figures (last_order_at desc nulls last, user_id);

alter table public.customer_figures enable row level security;
revoke all on public.customer_figures from anon, authenticated;   -- nothing for anon; written by the triggers below alone
revoke insert, update, delete, truncate on public.customer_figures from service_role;
grant select on public.customer_figures to authenticated;
create policy "admins read" on public.customer_figures for select to authenticated using ((select private.is_admin()));

-- counts some customers again from their orders: for orders that change hands or days, and for an owner who repairs
create function private.count_customers(p_users uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.customer_figures f where f.user_id = any (p_users) order by f.user_id for no key update;
  update public.customer_figures f set (orders, spent, last_order_at, state) = (
    select count(*) filter (where s.sale), coalesce(sum(o.total_amount) filter (where s.sale), 0), max(o.created_at),
      (array_agg(o.state order by o.created_at desc, o.id))[1]
    from public.orders o cross join lateral (select private.is_sale(o.status, o.payment_state) as sale) s
    where o.user_id = f.user_id)
  where f.user_id = any (p_users);
end $$;

-- her row follows her orders by what changed, so that a step costs the same for the first order and the thousandth. statement
-- triggers: a bulk step locks its customers in the order of their ids, so that two of them wait instead of deadlocking.
create function private.follow_customer_figures() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  counted uuid[] := '{}';
  users uuid[];
begin
  if tg_op = 'INSERT' then
    users := array(select distinct n.user_id from changed n where n.user_id is not null);
    perform from public.customer_figures f where f.user_id = any (users) order by f.user_id for no key update;
    update public.customer_figures f set orders = f.orders + d.orders, spent = f.spent + d.spent, last_order_at = newest.created_at, state = newest.state
    from (
      select n.user_id, count(*) filter (where s.sale) as orders, coalesce(sum(n.total_amount) filter (where s.sale), 0) as spent
      from changed n cross join lateral (select private.is_sale(n.status, n.payment_state) as sale) s
      where n.user_id is not null group by n.user_id) d
    cross join lateral (
      select o.created_at, o.state from public.orders o where o.user_id = d.user_id order by o.created_at desc, o.id limit 1) newest
    where f.user_id = d.user_id;
  elsif tg_op = 'UPDATE' then
    counted := array(select distinct u.id from changed n join before b on b.id = n.id cross join lateral (values (b.user_id), (n.user_id)) u (id)
      where u.id is not null and (n.user_id, n.created_at, n.state) is distinct from (b.user_id, b.created_at, b.state));
    if counted <> '{}' then perform private.count_customers(counted); end if;
    -- nearly every step changes nothing here: shipped, delivered, a courier, a payment of what was accepted already
    users := array(select distinct n.user_id from changed n join before b on b.id = n.id
      where n.user_id <> all (counted)
        and (private.is_sale(n.status, n.payment_state), n.total_amount) is distinct from (private.is_sale(b.status, b.payment_state), b.total_amount));
    if users <> '{}' then
      perform from public.customer_figures f where f.user_id = any (users) order by f.user_id for no key update;
      update public.customer_figures f set orders = f.orders + d.orders, spent = f.spent + d.spent
      from (
        select n.user_id, sum(now_.sale - was.sale) as orders, sum(now_.sale * n.total_amount - was.sale * b.total_amount) as spent
        from changed n join before b on b.id = n.id
        cross join lateral (select private.is_sale(n.status, n.payment_state)::integer as sale) now_
        cross join lateral (select private.is_sale(b.status, b.payment_state)::integer as sale) was
        where n.user_id = any (users) group by n.user_id) d
      where f.user_id = d.user_id;
    end if;
  else
    counted := array(select distinct b.user_id from before b where b.user_id is not null);
    if counted <> '{}' then perform private.count_customers(counted); end if;
  end if;
  return null;
end $$;
create trigger figures_placed after insert on public.orders referencing new table as changed
  for each statement execute function private.follow_customer_figures();
create trigger figures_changed after update on public.orders referencing old table as before new table as changed
  for each statement execute function private.follow_customer_figures();
create trigger figures_deleted after delete on public.orders referencing old table as before
  for each statement execute function private.follow_customer_figures();

create function private.make_customer_figures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.customer_figures (user_id) values (new.id);
  return null;
end $$;
create trigger make_figures after insert on public.profiles for each row execute function private.make_customer_figures();

revoke all on function private.count_customers(uuid[]), private.follow_customer_figures(), private.make_customer_figures() from public;

insert into public.customer_figures (user_id) select p.id from public.profiles p;
select private.count_customers(array(select p.id from public.profiles p));
