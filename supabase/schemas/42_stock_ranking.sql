-- 'Most Popular' sorts by popularity, which a scheduled job brings up to units_sold. it reads the products whose stock has moved since the run
-- before, not all (docs/decisions/0122-only-what-has-changed.md); an order writes nothing for it. the ids are ordered as every writer of
-- stock orders them; a product that is being sold at this time is ranked by the next run.

-- how far the ranking has read the movements of stock. unlogged: if it is lost, all products are read once
create unlogged table private.ranking (
  one boolean primary key default true check (one),
  read_from bigint not null,   -- the next run begins here: at the end of the run before the last
  read_to bigint not null,     -- the last movement that the last run saw
  all_read_at timestamptz not null default clock_timestamp()
);
alter table private.ranking enable row level security;

-- no policy and no grant: the function below alone
revoke all on private.ranking from public;

create function private.rank_products() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  state private.ranking;
  newest bigint := coalesce((select max(m.id) from public.stock_movements m), 0);
  sold uuid[];
  ranked integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('private.rank_products')) then
    return 0;   -- another process is at it
  end if;
  select * into state from private.ranking;
  -- a cancelled piece that is still on its way back, for example, was sold once less and moves no stock: every ten minutes all products are read
  if state.all_read_at > clock_timestamp() - interval '10 minutes' then
    sold := array(select distinct m.product_id from public.stock_movements m where m.id > state.read_from);
  end if;
  update public.products p set popularity = p.units_sold
    from (select c.id from public.products c
      where c.popularity <> c.units_sold and (sold is null or c.id = any (sold)) order by c.id for no key update skip locked) changed
    where p.id = changed.id;
  get diagnostics ranked = row_count;
  if sold is null then
    insert into private.ranking (read_from, read_to) values (newest, newest)
      on conflict (one) do update set read_from = newest, read_to = newest, all_read_at = clock_timestamp();
  elsif not exists (select from public.products c where c.id = any (sold) and c.popularity <> c.units_sold) then
    -- numbers of movements are not in the order of their commits: the next run begins where this one began to read what is new
    update private.ranking r set read_from = r.read_to, read_to = newest where (r.read_from, r.read_to) <> (r.read_to, newest);
  end if;
  return ranked;
end $$;
revoke all on function private.rank_products() from public;
grant execute on function private.rank_products() to shop_mail;
