-- Numbers of documents do not end with the year's millionth: up to eight digits, and a full series goes on under another prefix.
alter table "private"."serial_counters" drop constraint "serial_counters_last_number_check";

alter table "public"."serial_series" drop constraint "serial_series_digits_check";

alter table "public"."serial_series" drop constraint "serial_series_next_digits_check";

alter table "private"."serial_counters" add constraint "serial_counters_last_number_check" CHECK (((last_number >= 1) AND (last_number <= 99999999))) not valid;

alter table "private"."serial_counters" validate constraint "serial_counters_last_number_check";

alter table "public"."serial_series" add constraint "serial_series_digits_check" CHECK (((digits >= 4) AND (digits <= 8))) not valid;

alter table "public"."serial_series" validate constraint "serial_series_digits_check";

alter table "public"."serial_series" add constraint "serial_series_next_digits_check" CHECK (((next_digits >= 4) AND (next_digits <= 8))) not valid;

alter table "public"."serial_series" validate constraint "serial_series_next_digits_check";

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.continue_series(p_kind text, p_prefix text, p_year text)
 RETURNS TABLE(prefix text, digits integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  follows record;
begin
  select c.prefix, c.digits into follows from (
      select s.next_prefix, s.next_digits, 1 from public.serial_series s where s.kind = p_kind and s.next_prefix is not null
      union all select left(p_prefix, 1) || n, 7, n from generate_series(2, 9) n) c (prefix, digits, place)
    where not private.is_prefix_taken(p_kind, c.prefix)
      and not exists (select from private.serial_counters k where k.series = c.prefix and k.financial_year = p_year)
    order by c.place limit 1;
  if not found then
    raise exception 'The series %/% is full: give it another prefix under Settings, Numbers', p_prefix, p_year
      using errcode = 'PT409', detail = jsonb_build_object('code', 'SERIES_FULL', 'kind', p_kind)::text;
  end if;
  update public.serial_series s set prefix = follows.prefix, digits = follows.digits, next_prefix = null, next_digits = null, next_from = null where s.kind = p_kind;
  return query select follows.prefix, follows.digits;
end $function$
;

CREATE OR REPLACE FUNCTION private.is_prefix_taken(p_kind text, p_prefix text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_prefix = 'CMP'   -- complaints
    or exists (select from public.serial_series s where s.kind <> p_kind and p_prefix in (s.prefix, s.next_prefix))
    or exists (select from public.documents d where d.serial like p_prefix || '/%'
      and case d.form when 'invoice_cum_bill' then 'tax_invoice' else d.form end <> p_kind)
$function$
;

CREATE OR REPLACE FUNCTION private.number_document(p_order uuid, p_form text, p_facts jsonb, p_file uuid, p_reverses uuid DEFAULT NULL::uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  counted text := case p_form when 'invoice_cum_bill' then 'tax_invoice' else p_form end;
  named record;
  issued timestamptz;
  year text;
  number integer;
  facts jsonb;
begin
  perform pg_advisory_xact_lock(hashtext('shop.series'), hashtext(counted));
  issued := coalesce(nullif(current_setting('shop.as_of', true), '')::timestamptz, clock_timestamp());
  year := private.financial_year(issued);
  select s.prefix, s.digits into strict named from private.series_at(counted, issued) s;
  insert into private.serial_counters as c (series, financial_year, last_number) values (named.prefix, year, 1)
    on conflict (series, financial_year) do update set last_number = c.last_number + 1
    returning c.last_number into number;
  if number >= power(10, named.digits) then
    update private.serial_counters c set last_number = c.last_number - 1 where c.series = named.prefix and c.financial_year = year;
    select s.prefix, s.digits into strict named from private.continue_series(counted, named.prefix, year) s;
    number := 1;
    insert into private.serial_counters (series, financial_year, last_number) values (named.prefix, year, number);
  end if;
  facts := p_facts || jsonb_build_object('form', p_form, 'serial', format('%s/%s/%s', named.prefix, year, lpad(number::text, named.digits, '0')),
    'issued_at', private.utc_text(issued));
  insert into public.documents (order_id, kind, form, serial, reverses, issued_at, content, content_hash, file_id)
    values (p_order, case p_form when 'credit_note' then 'credit_note' else 'invoice' end, p_form, facts ->> 'serial', p_reverses, issued, facts,
      private.content_hash(facts), p_file);
  return facts ->> 'serial';
end $function$
;

CREATE OR REPLACE FUNCTION private.order_search(p_query text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  query text := btrim(left(p_query, 120));
  bare text := replace(lower(regexp_replace(query, '^#', '')), '-', '');
  digits text := regexp_replace(query, '\D', '', 'g');
  number integer := private.order_number_in(query);
  year text := private.financial_year(private.clock_now());
  year_before text := private.financial_year(private.clock_now() - interval '1 year');
  serials text[] := array[upper(query)];
  -- %, _ and \ are letters here
  pattern text := '%' || regexp_replace(lower(query), '([\\%_])', '\\\1', 'g') || '%';
  hits integer;
  parts text[] := '{}';
begin
  if number is not null then parts := parts || format('select x.id from public.orders x where x.order_number = %s', number); end if;
  if bare ~ '^[0-9a-f]{4,32}$' then   -- the beginning of an id is a range of the key
    parts := parts || format('select x.id from public.orders x where x.id between %L and %L', rpad(bare, 32, '0')::uuid, rpad(bare, 32, 'f')::uuid);
  end if;
  if query ~ '^[0-9]{1,8}$' then
    serials := serials || coalesce((select array_agg(format('%s/%s/%s', c.series, c.financial_year, lpad(query, n, '0')))
      from private.serial_counters c, generate_series(greatest(4, length(query)), 8) n where c.financial_year in (year, year_before)), '{}');
  end if;
  parts := parts || format('select d.order_id from public.documents d where d.serial = any (%L)', serials)
    || format('select p.order_id from public.payments p where p.provider_reference in (%L, %L)', query, upper(query));
  if length(query) >= 3 then
    execute format('select count(*) from (select from private.order_words w where w.words like %L limit 2000) c', pattern) into hits;
    parts := parts || format(case when hits < 2000 then 'select w.order_id from private.order_words w where w.words like %L'
      -- o is the list's own row: no join, a look into one row
      else 'select o.id where exists (select from private.order_words w where w.order_id = o.id and w.words like %L)' end, pattern);
  end if;
  if length(digits) >= 5 and query ~ '^[-+() 0-9]+$' and right(digits, 10) <> query then
    -- a telephone as people write it: the country's code may be missing on either side
    parts := parts || format('select w.order_id from private.order_words w where w.words like %L', '%' || right(digits, 10) || '%');
  end if;
  return array_to_string(parts, ' union all ');
end $function$
;

CREATE OR REPLACE FUNCTION public.set_serial_series(p_kind text, p_prefix text, p_digits integer, p_version integer)
 RETURNS date
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant timestamptz := private.clock_now();
  kept public.serial_series;
  runs record;
  issued integer;
begin
  if not private.may('settings.write') then raise exception 'permission denied for the series' using errcode = '42501'; end if;
  perform pg_advisory_xact_lock(hashtext('shop.series'), hashtext(p_kind));
  lock table public.serial_series in share row exclusive mode;   -- two who name two series alike
  select s.* into kept from public.serial_series s where s.kind = p_kind;
  if not found then raise exception 'There is no such series' using errcode = '22023', detail = '{"code":"INVALID_SERIES","field":"kind"}'; end if;
  if kept.version <> p_version then
    raise exception 'This series has changed since it was read' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  if p_prefix is null or p_prefix !~ '^[A-Z0-9]([A-Z0-9-]*[A-Z0-9])?$' then
    raise exception 'A prefix is made of capital letters, digits and hyphens between them' using errcode = '22023', detail = '{"code":"INVALID_SERIES","field":"prefix"}';
  elsif p_digits is null or p_digits not between 4 and 8 then
    raise exception 'Numbers have four to eight digits' using errcode = '22023', detail = '{"code":"INVALID_SERIES","field":"digits"}';
  elsif length(p_prefix) + p_digits > 9 then
    raise exception 'With the year and its slashes the number would be longer than the 16 characters of rule 46'
      using errcode = '22023', detail = '{"code":"SERIES_TOO_LONG","field":"prefix"}';
  end if;
  if private.is_prefix_taken(p_kind, p_prefix) then
    raise exception 'Another series has this prefix' using errcode = 'PT409', detail = '{"code":"PREFIX_TAKEN","field":"prefix"}';
  end if;

  select s.prefix, s.digits into strict runs from private.series_at(p_kind, today) s;
  if (runs.prefix, runs.digits) = (p_prefix, p_digits) then
    update public.serial_series s set prefix = p_prefix, digits = p_digits, next_prefix = null, next_digits = null, next_from = null where s.kind = p_kind;
    return null;
  end if;
  select c.last_number into issued from private.serial_counters c where c.series = runs.prefix and c.financial_year = private.financial_year(today);
  if coalesce(issued, 0) = 0 or issued >= power(10, runs.digits) - 1 then
    update public.serial_series s set prefix = p_prefix, digits = p_digits, next_prefix = null, next_digits = null, next_from = null where s.kind = p_kind;
    return null;
  end if;
  update public.serial_series s set prefix = runs.prefix, digits = runs.digits, next_prefix = p_prefix, next_digits = p_digits,
    next_from = private.next_financial_year(today) where s.kind = p_kind;
  return private.next_financial_year(today);
end $function$
;

revoke all on function private.is_prefix_taken(text, text), private.continue_series(text, text, text) from public;
