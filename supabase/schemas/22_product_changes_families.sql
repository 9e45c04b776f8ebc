-- families of an imported list: the rows of one handle are members of one family (docs/decisions/0065-families.md). their products were
-- written before, each as a row of its own.

-- p_families: [{"key": …, "name": "Matte Lipstick", "options": ["Shade"], "members": [{"sku": "L-1", "values": ["Ruby Red"]}]}], 100 at
-- most. the family is the one that a member is in already, or a new one. members that do not exist are left out, those of another family
-- stay there. the same again changes nothing. a family that a guard refuses is answered with the reason, and the others are written.
-- answers [{"family": key, "outcome": "joined" | "same" | "refused", "message": …, "detail": …}].
-- p_import: as of import_products.
create function public.import_families(p_families jsonb, p_import uuid default null) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  written jsonb := '[]';
  one jsonb;
  chosen text[];
  found uuid;
  joined integer;
  why text;
  detail text;
begin
  if not public.may('catalogue.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  if jsonb_typeof(p_families) <> 'array' or jsonb_array_length(p_families) > 100 then
    raise exception 'At most 100 families at once' using errcode = '22023', detail = '{"code":"INVALID"}';
  end if;
  if p_import is not null then perform public.hold_import(p_import); end if;
  perform set_config('shop.import', coalesce(p_import::text, ''), true);
  -- in the order in which the order service and every other writer lock products
  perform from public.products p
    where p.sku in (select m.value ->> 'sku' from jsonb_array_elements(p_families) f, jsonb_array_elements(f.value -> 'members') m)
    order by p.id for no key update;

  for one in select f.value from jsonb_array_elements(p_families) f loop
    begin
      chosen := array(select o.value from jsonb_array_elements_text(one -> 'options') o);
      select p.family_id into found from public.products p
        where p.family_id is not null and p.sku in (select m.value ->> 'sku' from jsonb_array_elements(one -> 'members') m)
        order by p.id limit 1;
      if found is null then
        insert into public.product_families (name, options) values (one ->> 'name', chosen) returning id into found;
      elsif not exists (select from public.product_families f where f.id = found and lower(f.options::text) = lower(chosen::text)) then
        raise exception 'The family has other options' using errcode = '23514', detail = '{"code":"OTHER_OPTIONS"}';
      end if;

      insert into public.product_family_values (family_id, option, position, name)
        select found, w.option, row_number() over (partition by w.option order by w.place) + (
            select coalesce(max(v.position), 0) from public.product_family_values v where v.family_id = found and v.option = w.option), w.name
        from (
          select distinct on (n.option, lower(n.value)) n.option, n.value as name, m.place
          from jsonb_array_elements(one -> 'members') with ordinality m (value, place),
            jsonb_array_elements_text(m.value -> 'values') with ordinality n (value, option)
          order by n.option, lower(n.value), m.place
        ) w
        where not exists (select from public.product_family_values v where v.family_id = found and v.option = w.option and lower(v.name) = lower(w.name));

      update public.products p set family_id = found,
        value_1 = (select v.id from public.product_family_values v where v.family_id = found and v.option = 1 and lower(v.name) = lower(m.value -> 'values' ->> 0)),
        value_2 = (select v.id from public.product_family_values v where v.family_id = found and v.option = 2 and lower(v.name) = lower(m.value -> 'values' ->> 1)),
        value_3 = (select v.id from public.product_family_values v where v.family_id = found and v.option = 3 and lower(v.name) = lower(m.value -> 'values' ->> 2))
      from jsonb_array_elements(one -> 'members') m
      where p.sku = m.value ->> 'sku' and p.family_id is null;
      get diagnostics joined = row_count;
      if not exists (select from public.products p where p.family_id = found) then
        raise exception 'None of its products is in the shop' using errcode = '23514', detail = '{"code":"NO_MEMBERS"}';
      end if;
      written := written || jsonb_build_object('family', one -> 'key', 'outcome', case when joined > 0 then 'joined' else 'same' end);
    exception when integrity_constraint_violation or data_exception or sqlstate 'PT409' then
      get stacked diagnostics why = message_text, detail = pg_exception_detail;
      written := written || jsonb_build_object('family', one -> 'key', 'outcome', 'refused', 'message', why, 'detail', detail);
    end;
  end loop;
  perform set_config('shop.import', '', true);
  return written;
end $$;
revoke all on function public.import_families(jsonb, uuid) from public;
grant execute on function public.import_families(jsonb, uuid) to authenticated;
