-- what delivery costs by place, weight and value of the goods, what cash on delivery costs, and where couriers do not go
-- (docs/decisions/0083-delivery-rates.md). one row, like the settings: it is read whole with each order, so it is written whole.

-- amounts are whole paise within bounds; what a path does not find is not counted, so that a missing value is refused
create function private.are_delivery_zones(zones jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(zones) <> 'array' then false when jsonb_array_length(zones) > 40 or octet_length(zones::text) > 100000 then false
    else (select count(*) = count(distinct lower(btrim(zone.value ->> 'name'))) and coalesce(bool_and(coalesce(jsonb_typeof(zone.value) = 'object' and length(btrim(zone.value ->> 'name')) between 1 and 60
        and jsonb_typeof(zone.value -> 'states') = 'array' and jsonb_typeof(zone.value -> 'pins') = 'array' and jsonb_typeof(zone.value -> 'rates') = 'array'
        and jsonb_typeof(zone.value -> 'cod') = 'boolean'
        and jsonb_array_length(zone.value -> 'states') <= 40 and jsonb_array_length(zone.value -> 'pins') <= 200
        and jsonb_array_length(zone.value -> 'states') + jsonb_array_length(zone.value -> 'pins') > 0
        and jsonb_array_length(zone.value -> 'rates') between 1 and 20
        and jsonb_array_length(zone.value -> 'states') = jsonb_array_length(jsonb_path_query_array(zone.value, '$.states[*] ? (@.type() == "string" && @ like_regex "^[0-9]{2}$")'))
        and jsonb_array_length(zone.value -> 'pins') = jsonb_array_length(jsonb_path_query_array(zone.value,
          '$.pins[*] ? (@.from.type() == "number" && @.to.type() == "number" && @.from >= 100000 && @.from <= @.to && @.to <= 999999 && @.from % 1 == 0 && @.to % 1 == 0)'))
        and jsonb_array_length(zone.value -> 'rates') = jsonb_array_length(jsonb_path_query_array(zone.value,
          '$.rates[*] ? (@.price.type() == "number" && @.price > 0 && @.price <= 100000 && (@.price * 100) % 1 == 0
            && @.goods_from.type() == "number" && @.goods_from >= 0 && @.goods_from <= 10000000 && (@.goods_from * 100) % 1 == 0
            && (@.weight_to == null || (@.weight_to.type() == "number" && @.weight_to >= 1 && @.weight_to <= 10000000 && @.weight_to % 1 == 0)))'))
        -- one rate is for any weight and any value, so that each order has a price
        and jsonb_path_exists(zone.value, '$.rates[*] ? (@.weight_to == null && @.goods_from == 0)')
        and (zone.value -> 'free_from' = 'null' or jsonb_path_exists(zone.value, '$.free_from ? (@.type() == "number" && @ >= 0 && @ <= 10000000 && (@ * 100) % 1 == 0)'))
        and (zone.value -> 'days' = 'null' or jsonb_path_exists(zone.value,
          '$.days ? (@.min.type() == "number" && @.max.type() == "number" && @.min >= 0 && @.min <= @.max && @.max <= 60 && @.min % 1 == 0 && @.max % 1 == 0)')), false)), true)
      from jsonb_array_elements(zones) zone) end
$$;
grant execute on function private.are_delivery_zones(jsonb) to authenticated, service_role;   -- the constraint calls it as the writer

create table public.delivery_rates (
  id boolean primary key default true check (id),   -- true is the only key there is: one row
  -- [{name, states, pins: [{from, to}], rates: [{weight_to, goods_from, price}], free_from, cod, days: {min, max}}]: GST codes of States, grams,
  -- rupees with GST, days in transit. empty: delivery costs the same everywhere, as the settings say
  zones jsonb not null default '[]' constraint delivery_rates_zones check (private.are_delivery_zones(zones)),
  default_weight_grams integer not null default 500 check (default_weight_grams between 1 and 100000),   -- of a product without a weight
  cod_fee numeric(12, 2) not null default 0 check (cod_fee between 0 and 100000),
  -- cash on delivery is offered for goods of at least and at most this; null: no bound
  cod_minimum numeric(12, 2) check (cod_minimum between 0 and 10000000),
  cod_maximum numeric(12, 2) check (cod_maximum between 0 and 10000000),
  -- `off`: no list of PIN codes; `served`: only the listed ones are served; `exceptions`: the others are served too
  pin_list text not null default 'off' check (pin_list in ('off', 'served', 'exceptions')),
  pin_count integer not null default 0 check (pin_count >= 0),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  constraint delivery_rates_cod check (cod_minimum <= cod_maximum),
  constraint delivery_rates_pins check ((pin_list = 'off') = (pin_count = 0))
);
alter table public.delivery_rates enable row level security;
revoke all on public.delivery_rates from anon, authenticated;

-- nothing for anon: delivery_at() answers them. the list of PIN codes is written by its function alone
grant select on public.delivery_rates to authenticated;
grant update (zones, default_weight_grams, cod_fee, cod_minimum, cod_maximum) on public.delivery_rates to authenticated;
create policy "admins read" on public.delivery_rates for select to authenticated
  using ((select private.may('settings.write')));
create policy "admins change" on public.delivery_rates for update to authenticated
  using ((select private.may('settings.write')))
  with check ((select private.may('settings.write')));
insert into public.delivery_rates default values;
create trigger next_version before update on public.delivery_rates for each row execute function private.next_version();

-- public pages promise one charge and one bound for free delivery only while these hold everywhere; they read this in the settings, which they read anyway
create function private.note_delivery_zones() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.settings s set delivery_varies = (new.zones <> '[]') where s.delivery_varies <> (new.zones <> '[]');
  return null;
end $$;
revoke all on function private.note_delivery_zones() from public;
create trigger note_zones after update on public.delivery_rates for each row execute function private.note_delivery_zones();

-- a courier's list. an integer as key: twenty thousand rows take about one megabyte
create table private.delivery_pins (
  pin integer primary key check (pin between 100000 and 999999),
  prepaid boolean not null,
  cod boolean not null
);
alter table private.delivery_pins enable row level security;
revoke all on private.delivery_pins from public;

-- no policy and no grant: the functions below alone

-- what an order for this PIN code depends on. one row and one index entry are read. `pin` null: no list says anything about it
create function public.delivery_at(p_pincode text default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('zones', r.zones, 'default_weight_grams', r.default_weight_grams, 'cod_fee', r.cod_fee, 'cod_minimum', r.cod_minimum,
    'cod_maximum', r.cod_maximum, 'pin', case
      when p.pin is not null then jsonb_build_object('prepaid', p.prepaid, 'cod', p.cod)
      when r.pin_list = 'served' and p_pincode is not null then '{"prepaid": false, "cod": false}'::jsonb end)
  from public.delivery_rates r
  left join private.delivery_pins p on r.pin_list <> 'off' and p.pin = case when p_pincode ~ '^[1-9][0-9]{5}$' then p_pincode::integer end
$$;
revoke all on function public.delivery_at(text) from public;
grant execute on function public.delivery_at(text) to anon, authenticated, service_role, shop_orders;

-- reads a courier's list in. p_prepaid, p_cod: the PIN codes that it serves so; p_listed: all that it names. p_means: what it says of PIN codes
-- that it does not name. answers how many the shop has now. an empty list that replaces the present one ends it.
create function public.import_delivery_pins(p_version integer, p_means text, p_replace boolean, p_listed integer[], p_prepaid integer[], p_cod integer[])
returns integer
language plpgsql security definer set search_path = '' as $$
declare
  kept public.delivery_rates;
  total integer;
begin
  if not private.may('settings.write') then raise exception 'permission denied for the list of PIN codes' using errcode = '42501'; end if;
  select r.* into strict kept from public.delivery_rates r for update;
  if kept.version <> p_version then
    raise exception 'The delivery rates have changed since they were read' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  if p_means is null or p_means not in ('served', 'exceptions') or p_replace is null or p_listed is null or p_prepaid is null or p_cod is null
    or cardinality(p_listed) > 40000 or cardinality(p_prepaid) > 40000 or cardinality(p_cod) > 40000
    or exists (select from unnest(p_listed) l (pin) where l.pin is null or l.pin not between 100000 and 999999) then
    raise exception 'This is no list of PIN codes' using errcode = 'PT400', detail = '{"code":"INVALID"}';
  end if;
  if p_replace then delete from private.delivery_pins; end if;
  insert into private.delivery_pins (pin, prepaid, cod)
    select l.pin, coalesce(l.pin in (select unnest(p_prepaid)), false), coalesce(l.pin in (select unnest(p_cod)), false)   -- hashed, not once a row
    from (select distinct a.pin from unnest(p_listed) a (pin)) l
    on conflict (pin) do update set prepaid = excluded.prepaid, cod = excluded.cod;
  select count(*) into total from private.delivery_pins;
  if total > 40000 then
    raise exception 'The list is too long' using errcode = 'PT400', detail = '{"code":"TOO_MANY","limit":40000}';
  end if;
  update public.delivery_rates r set pin_list = case when total = 0 then 'off' else p_means end, pin_count = total where r.id;
  return total;
end $$;

-- the list, for a file: each PIN code with 1 for prepaid and 2 for cash on delivery added up
create function public.delivery_pin_list() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('settings.write') then raise exception 'permission denied for the list of PIN codes' using errcode = '42501'; end if;
  return (select coalesce(jsonb_agg(jsonb_build_array(p.pin, p.prepaid::integer + 2 * p.cod::integer) order by p.pin), '[]') from private.delivery_pins p);
end $$;
revoke all on function public.import_delivery_pins(integer, text, boolean, integer[], integer[], integer[]), public.delivery_pin_list() from public;
grant execute on function public.import_delivery_pins(integer, text, boolean, integer[], integer[], integer[]), public.delivery_pin_list() to authenticated;
