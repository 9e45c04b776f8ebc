-- the series of issued documents as the owner names them: prefix/year/number (cgst rules 46, 49 and 53: at most 16 characters of
-- letters, digits, '-' and '/', consecutive, unique in its financial year). a series that has issued a number this year runs on
-- until 31 march, unless it is full; a new name waits for 1 april. domain/documents/serials.ts says the same to the form.

create table public.serial_series (
  kind text primary key check (kind in ('tax_invoice', 'bill_of_supply', 'credit_note')),
  prefix text not null check (prefix ~ '^[A-Z0-9]([A-Z0-9-]*[A-Z0-9])?$'),
  digits integer not null check (digits between 4 and 8),
  -- what follows on 1 april of next_from; all three or none
  next_prefix text check (next_prefix ~ '^[A-Z0-9]([A-Z0-9-]*[A-Z0-9])?$'),
  next_digits integer check (next_digits between 4 and 8),
  next_from date,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  check (length(prefix) + digits <= 9),             -- with '/26-27/' 16 characters
  check (length(next_prefix) + next_digits <= 9),
  check (num_nonnulls(next_prefix, next_digits, next_from) in (0, 3))
);
alter table public.serial_series enable row level security;
revoke all on public.serial_series from anon, authenticated;

-- nothing for anon
grant select on public.serial_series to authenticated;

-- no insert, update or delete: set_serial_series() alone, which knows what a running series bears
revoke insert, update, delete, truncate on public.serial_series from service_role;
create policy "admins read" on public.serial_series for select to authenticated
  using ((select private.may('settings.write')));
insert into public.serial_series (kind, prefix, digits) values ('tax_invoice', 'INV', 6), ('bill_of_supply', 'BOS', 6), ('credit_note', 'CN', 6);
create trigger next_version before update on public.serial_series for each row execute function private.next_version();

-- the series of a document of this kind at a given time
create function private.series_at(p_kind text, p_moment timestamptz) returns table (prefix text, digits integer)
language sql stable set search_path = '' as $$
  select case when n.follows then s.next_prefix else s.prefix end, case when n.follows then s.next_digits else s.digits end
  from public.serial_series s
  cross join lateral (select coalesce(s.next_from <= (p_moment at time zone 'Asia/Kolkata')::date, false) as follows) n
  where s.kind = p_kind
$$;

-- the first of april after a given time, in india
create function private.next_financial_year(p_moment timestamptz) returns date
language sql stable set search_path = '' as $$
  select make_date(extract(year from (p_moment at time zone 'Asia/Kolkata') - interval '3 months')::integer + 1, 4, 1)
$$;

-- whether documents of another kind have, wait for or ever had this prefix: one name for two kinds would mix two series into one
create function private.is_prefix_taken(p_kind text, p_prefix text) returns boolean
language sql stable set search_path = '' as $$
  select p_prefix = 'CMP'   -- complaints
    or exists (select from public.serial_series s where s.kind <> p_kind and p_prefix in (s.prefix, s.next_prefix))
    or exists (select from public.documents d where d.serial ~>=~ (p_prefix || '/') and d.serial ~<~ (p_prefix || '0')   -- '0' follows '/'
      and case d.form when 'invoice_cum_bill' then 'tax_invoice' else d.form end <> p_kind)
$$;

-- the next number would not fit: documents go on under the name that waits for 1 april, if there is one, else under the prefix's first
-- letter with a digit and seven digits of number, I2/26-27/0000001 after INV/26-27/999999. selling must not stop at night because of a
-- name; rule 46 allows several series. after one that begins with 0 it is N: the e-invoice portal takes no number that begins with 0. the
-- caller holds the lock of the series.
create function private.continue_series(p_kind text, p_prefix text, p_year text) returns table (prefix text, digits integer)
language plpgsql security definer set search_path = '' as $$
declare
  follows record;
begin
  for follows in
    select c.prefix, c.digits from (
      select s.next_prefix, s.next_digits, 1 from public.serial_series s where s.kind = p_kind and s.next_prefix is not null
      union all select translate(left(p_prefix, 1), '0', 'N') || n, 7, n from generate_series(2, 9) n) c (prefix, digits, place) order by c.place
  loop
    exit when not private.is_prefix_taken(p_kind, follows.prefix)
      and not exists (select from private.serial_counters k where k.series = follows.prefix and k.financial_year = p_year);
    follows := null;
  end loop;
  if follows is null then
    raise exception 'The series %/% is full: give it another prefix under Settings, Numbers', p_prefix, p_year
      using errcode = 'PT409', detail = jsonb_build_object('code', 'SERIES_FULL', 'kind', p_kind)::text;
  end if;
  update public.serial_series s set prefix = follows.prefix, digits = follows.digits, next_prefix = null, next_digits = null, next_from = null where s.kind = p_kind;
  return query select follows.prefix, follows.digits;
end $$;
revoke all on function private.is_prefix_taken(text, text), private.continue_series(text, text, text) from public;

-- what the screen shows: each series, its last number this year, and what comes next
create function public.serial_overview() returns table (kind text, prefix text, digits integer, next_prefix text, next_digits integer, next_from date,
  version integer, financial_year text, last_number integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  year text := private.financial_year(private.clock_now());
begin
  if not private.may('settings.write') then raise exception 'permission denied for the series' using errcode = '42501'; end if;
  return query
    select s.kind, a.prefix, a.digits,
      case when a.pending then s.next_prefix end, case when a.pending then s.next_digits end, case when a.pending then s.next_from end,
      s.version, year, coalesce((select c.last_number from private.serial_counters c where c.series = a.prefix and c.financial_year = year), 0)
    from public.serial_series s
    cross join lateral (select n.prefix, n.digits, coalesce(s.next_from > (private.clock_now() at time zone 'Asia/Kolkata')::date, false) as pending
      from private.series_at(s.kind, private.clock_now()) n) a
    order by array_position(array['tax_invoice', 'bill_of_supply', 'credit_note'], s.kind);
end $$;

-- numbers of documents have no gap, so who takes one keeps all others waiting until the transaction ends. one lock for all series: a step that
-- takes numbers of two of them cannot meet another one that takes them the other way round. it comes after all other locks of a step but
-- those on the customers' figures (docs/decisions/0138-one-sequence-of-locks.md).
create function private.lock_serials() returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtext('shop.series'), 0)
$$;
revoke all on function private.lock_serials() from public;
grant execute on function private.lock_serials() to shop_orders;

-- names a series: at once if it has no number this year, or if it is full; otherwise from 1 april. naming it
-- as it is takes a waiting name back. answers the date from which it holds; null: from now on.
create function public.set_serial_series(p_kind text, p_prefix text, p_digits integer, p_version integer) returns date
language plpgsql security definer set search_path = '' as $$
declare
  today constant timestamptz := private.clock_now();
  kept public.serial_series;
  runs record;
  issued integer;
begin
  if not private.may('settings.write') then raise exception 'permission denied for the series' using errcode = '42501'; end if;
  perform private.lock_serials();
  lock table public.serial_series in share row exclusive mode;   -- two who name two series alike
  select s.* into kept from public.serial_series s where s.kind = p_kind;
  if not found then raise exception 'There is no such series' using errcode = '22023', detail = '{"code":"INVALID_SERIES","field":"kind"}'; end if;
  if kept.version <> p_version then
    raise exception 'This series has changed since it was read' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  if p_prefix is null or p_prefix !~ '^[A-Z0-9]([A-Z0-9-]*[A-Z0-9])?$' then
    raise exception 'A prefix is made of capital letters, digits and hyphens between them' using errcode = '22023', detail = '{"code":"INVALID_SERIES","field":"prefix"}';
  elsif p_prefix like '0%' and p_prefix is distinct from kept.prefix and p_prefix is distinct from kept.next_prefix then
    -- a series that was named so before may run on
    raise exception 'A prefix cannot begin with 0: the e-invoice portal refuses such numbers'
      using errcode = '22023', detail = '{"code":"INVALID_SERIES","field":"prefix"}';
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
end $$;
revoke all on function private.series_at(text, timestamptz), private.next_financial_year(timestamptz), public.serial_overview(),
  public.set_serial_series(text, text, integer, integer) from public;

-- the bodies let admins through; nothing for anon
grant execute on function public.serial_overview(), public.set_serial_series(text, text, integer, integer) to authenticated;
