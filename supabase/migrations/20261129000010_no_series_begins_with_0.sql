-- the e-invoice portal takes no number that begins with 0, so no series gets such a name any more. one that has it runs on: its documents are
-- issued, and what bears its numbers stays as it is
create or replace function private.continue_series(p_kind text, p_prefix text, p_year text) returns table (prefix text, digits integer)
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

create or replace function public.set_serial_series(p_kind text, p_prefix text, p_digits integer, p_version integer) returns date
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
