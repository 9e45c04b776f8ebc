-- how often something was tried lately: one count for all processes of a shop (docs/decisions/0106-limits-and-keys-of-several-processes.md).
-- unlogged: a crash of PostgreSQL empties it, and a try costs no write to disk. it keeps no address and no email: keys are digests that
-- the server makes with a secret.

create unlogged table private.tries (
  bucket smallint not null check (bucket between 0 and 255),
  key bytea not null check (octet_length(key) = 16),
  count integer not null check (count >= 0),
  until timestamptz not null,
  primary key (bucket, key)
);
alter table private.tries enable row level security;

-- no policy and no grant: the functions below alone
revoke all on private.tries from public;

-- counts one try of each key, or none if one of them is full: then its place among them (from 1) and the seconds until it is free, else no row.
-- a bucket is locked for the length of the call, in a fixed sequence, so that tries at the same moment count one by one. It
-- holds 200 keys; for a further one the least tried gives way, expired ones first, so invented keys do not free one that is full.
create function private.count_tries(p_keys bytea[], p_times integer[], p_seconds integer[]) returns table (place integer, seconds integer)
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := 200;
  moment timestamptz;
  b smallint;
begin
  if coalesce(cardinality(p_keys), 0) not between 1 and 8 then
    raise exception 'One to eight keys are counted at once' using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(7236, x.bucket) from (select distinct get_byte(k, 0) as bucket from unnest(p_keys) k order by 1) x;
  moment := clock_timestamp();
  return query select a.n::integer, greatest(1, ceil(extract(epoch from t.until - moment)))::integer
    from unnest(p_keys, p_times) with ordinality a (key, times, n)
    join private.tries t on t.bucket = get_byte(a.key, 0) and t.key = a.key
    where t.until > moment and t.count >= a.times
    order by a.n limit 1;
  if found then return; end if;
  for i in 1 .. cardinality(p_keys) loop
    b := get_byte(p_keys[i], 0);
    update private.tries t
      set count = case when t.until > moment then t.count + 1 else 1 end,
        until = case when t.until > moment then t.until else moment + make_interval(secs => p_seconds[i]) end
      where t.bucket = b and t.key = p_keys[i];
    if not found then
      delete from private.tries t where t.bucket = b and t.key in (
        select old.key from private.tries old where old.bucket = b
        order by old.until > moment desc, old.count desc, old.until desc offset most - 1);
      insert into private.tries values (b, p_keys[i], 1, moment + make_interval(secs => p_seconds[i]));
    end if;
  end loop;
end $$;
revoke all on function private.count_tries(bytea[], integer[], integer[]) from public;
grant execute on function private.count_tries(bytea[], integer[], integer[]) to shop_orders;

-- takes one try of each of the first keys back, and forgets the others
create function private.forget_tries(p_undone bytea[], p_forgotten bytea[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(7236, x.bucket) from (select distinct get_byte(k, 0) as bucket from unnest(p_undone || p_forgotten) k order by 1) x;
  update private.tries t set count = t.count - 1
    from unnest(p_undone) k where t.bucket = get_byte(k, 0) and t.key = k and t.count > 0;
  delete from private.tries t using unnest(p_forgotten) k where t.bucket = get_byte(k, 0) and t.key = k;
end $$;
revoke all on function private.forget_tries(bytea[], bytea[]) from public;
grant execute on function private.forget_tries(bytea[], bytea[]) to shop_orders;
