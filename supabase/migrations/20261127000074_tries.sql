create unlogged table "private"."tries" (
  "bucket" smallint not null,
  "key" bytea not null,
  "count" integer not null,
  "until" timestamp with time zone not null
);

alter table "private"."tries" enable row level security;

CREATE UNIQUE INDEX tries_pkey ON private.tries USING btree (bucket, key);

alter table "private"."tries" add constraint "tries_pkey" PRIMARY KEY using index "tries_pkey";

alter table "private"."tries" add constraint "tries_bucket_check" CHECK (((bucket >= 0) AND (bucket <= 255))) not valid;

alter table "private"."tries" validate constraint "tries_bucket_check";

alter table "private"."tries" add constraint "tries_count_check" CHECK ((count >= 0)) not valid;

alter table "private"."tries" validate constraint "tries_count_check";

alter table "private"."tries" add constraint "tries_key_check" CHECK ((octet_length(key) = 16)) not valid;

alter table "private"."tries" validate constraint "tries_key_check";

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.count_tries(p_keys bytea[], p_times integer[], p_seconds integer[])
 RETURNS TABLE(place integer, seconds integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.forget_tries(p_undone bytea[], p_forgotten bytea[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(7236, x.bucket) from (select distinct get_byte(k, 0) as bucket from unnest(p_undone || p_forgotten) k order by 1) x;
  update private.tries t set count = t.count - 1
    from unnest(p_undone) k where t.bucket = get_byte(k, 0) and t.key = k and t.count > 0;
  delete from private.tries t using unnest(p_forgotten) k where t.bucket = get_byte(k, 0) and t.key = k;
end $function$
;

revoke all on function private.count_tries(bytea[], integer[], integer[]), private.forget_tries(bytea[], bytea[]) from public;
grant execute on function private.count_tries(bytea[], integer[], integer[]), private.forget_tries(bytea[], bytea[]) to shop_orders;
