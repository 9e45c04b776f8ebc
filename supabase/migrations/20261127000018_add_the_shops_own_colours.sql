create function private.luminance(p_colour text) returns double precision
language sql immutable strict set search_path = '' as $$
  select sum(weight * case when value <= 0.04045 then value / 12.92 else power((value + 0.055) / 1.055, 2.4) end)
  from (values (1, 0.2126), (2, 0.7152), (3, 0.0722)) channel (place, weight)
  cross join lateral (select get_byte(decode(substr(p_colour, 2), 'hex'), place - 1) / 255.0::double precision as value) byte
$$;
grant execute on function private.luminance(text) to authenticated, service_role;

alter table public.settings add column accent text constraint settings_accent check (accent ~ '^#[0-9a-f]{6}$' and private.luminance(accent) <= 0.1225);
alter table public.settings add column second_colour text constraint settings_second_colour check (second_colour ~ '^#[0-9a-f]{6}$' and private.luminance(second_colour) <= 0.1225);
grant update (accent, second_colour) on public.settings to authenticated;
