-- members of a family follow it by triggers, so that cart, orders, documents, search and export read products as before
-- (docs/decisions/0065-families.md).

create policy "families of visible products" on public.product_families for select to anon, authenticated
  using (exists (select from public.products p where p.family_id = product_families.id and p.status = 'active'));
create policy "admins read all" on public.product_families for select to authenticated
  using ((select private.may('catalogue.write')));
create policy "admins add" on public.product_families for insert to authenticated
  with check ((select private.may('catalogue.write')));
create policy "admins change" on public.product_families for update to authenticated
  using ((select private.may('catalogue.write')))
  with check ((select private.may('catalogue.write')));
create policy "admins delete" on public.product_families for delete to authenticated
  using ((select private.may('catalogue.write')));

-- the sub-select runs under the caller's own rights: values are as hidden as their family
create policy "values of visible families" on public.product_family_values for select to anon, authenticated
  using (exists (select from public.product_families f where f.id = family_id));
create policy "admins add" on public.product_family_values for insert to authenticated
  with check ((select private.may('catalogue.write')));
create policy "admins change" on public.product_family_values for update to authenticated
  using ((select private.may('catalogue.write')))
  with check ((select private.may('catalogue.write')));
create policy "admins delete" on public.product_family_values for delete to authenticated
  using ((select private.may('catalogue.write')));

-- one member for each combination of values; also finds the members of a family. not named by a sale: stock changes stay HOT updates
create unique index products_family_key on public.products (family_id, value_1, value_2, value_3) nulls not distinct where family_id is not null;

-- the columns that a family shares with its members
create function private.family_columns() returns text[]
language sql immutable parallel safe
return '{description,brand,category_id,gst_percent,hsn,country_of_origin,manufacturer,generic_name,best_before,licence,ingredients,how_to_use}'::text[];

-- a member is named by its family and its values, and has what the family shares. joining takes both over; afterwards another
-- name or another shared value is refused rather than lost. leaving keeps what the product is called and has.
create function private.follow_family() returns trigger
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$   -- a plan made while the table is empty is kept for an import of thousands
declare
  most constant integer := private.limit_of('family_members');
  moves boolean := tg_op = 'UPDATE' and new.family_id is distinct from old.family_id;
  family public.product_families;
  shared jsonb;
  differs text;
  composed text;
begin
  if new.family_id is null then
    if moves then   -- that is, it leaves
      new.value_1 := null;
      new.value_2 := null;
      new.value_3 := null;
      new.tier_group := null;
    end if;
    return new;
  end if;
  if tg_op = 'INSERT' or moves then   -- one at a time, or two could each be the last member that there is room for
    select f.* into family from public.product_families f where f.id = new.family_id for no key update;
    if (select count(*) from public.products p where p.family_id = new.family_id) >= most then
      raise exception 'A family has at most % products', most
        using errcode = 'PT409', detail = jsonb_build_object('code', 'TOO_MANY_MEMBERS', 'limit', most)::text;
    end if;
  else
    select f.* into family from public.product_families f where f.id = new.family_id for share;
  end if;
  if family.id is null then
    return new;   -- the foreign key refuses it
  end if;
  if exists (
    select from public.product_family_values v join (values (1, new.value_1), (2, new.value_2), (3, new.value_3)) c (option, id) on c.id = v.id
    where v.option <> c.option
  ) then
    raise exception 'A value belongs to another option' using errcode = '23514', detail = '{"code":"OTHER_OPTION"}';
  end if;

  shared := jsonb_strip_nulls(to_jsonb(family));
  select jsonb_object_agg(s.key, s.value) into shared from jsonb_each(shared) s where s.key = any (private.family_columns());
  select family.name || coalesce(' – ' || string_agg(v.name, ', ' order by v.option), '') into composed
    from public.product_family_values v where v.id in (new.value_1, new.value_2, new.value_3);
  if length(composed) > 200 then
    raise exception 'The name of the family with these values is longer than 200 characters'
      using errcode = '23514', detail = '{"code":"NAME_TOO_LONG"}';
  end if;
  if tg_op = 'UPDATE' and not moves then
    if new.name is distinct from old.name and new.name <> composed then
      differs := 'name';
    else
      select min(s.key) into differs from jsonb_each(shared) s where to_jsonb(new) -> s.key is distinct from s.value;
    end if;
    if differs is not null then
      raise exception 'The family decides about this: %', differs
        using errcode = '23514', detail = jsonb_build_object('code', 'DECIDED_BY_FAMILY', 'column', differs)::text;
    end if;
  elsif shared is not null then
    new := jsonb_populate_record(new, shared);
  end if;
  new.name := composed;
  new.tier_group := case when family.mixed_tiers then family.id end;
  return new;
end $$;

-- 'follow' before 'guard' and 'next': prices are checked and the version counted with what the family gave
create trigger follow_family before insert or update of family_id, value_1, value_2, value_3, name, description, brand, category_id, gst_percent,
    hsn, country_of_origin, manufacturer, generic_name, best_before, licence, ingredients, how_to_use on public.products
  for each row when (new.family_id is not null or new.value_1 is not null) execute function private.follow_family();

create function private.share_with_members() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- in the order in which the order service and every other writer lock products
  perform from public.products p where p.family_id = new.id order by p.id for no key update;
  update public.products p set
    description = coalesce(new.description, p.description), brand = coalesce(new.brand, p.brand), category_id = coalesce(new.category_id, p.category_id),
    gst_percent = coalesce(new.gst_percent, p.gst_percent), hsn = coalesce(new.hsn, p.hsn),
    country_of_origin = coalesce(new.country_of_origin, p.country_of_origin), manufacturer = coalesce(new.manufacturer, p.manufacturer),
    generic_name = coalesce(new.generic_name, p.generic_name), best_before = coalesce(new.best_before, p.best_before),
    licence = coalesce(new.licence, p.licence), ingredients = coalesce(new.ingredients, p.ingredients), how_to_use = coalesce(new.how_to_use, p.how_to_use)
  where p.family_id = new.id;
  return null;
end $$;
create trigger share_with_members after update on public.product_families
  for each row when ((to_jsonb(new) - '{version,updated_at,options}'::text[]) is distinct from (to_jsonb(old) - '{version,updated_at,options}'::text[]))
  execute function private.share_with_members();

create function private.rename_members() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.products p where p.family_id = new.family_id and new.id in (p.value_1, p.value_2, p.value_3) order by p.id for no key update;
  update public.products p set value_1 = p.value_1 where p.family_id = new.family_id and new.id in (p.value_1, p.value_2, p.value_3);
  return null;
end $$;
create trigger rename_members after update of name on public.product_family_values
  for each row when (new.name <> old.name) execute function private.rename_members();

-- every member has a value for each option and none beyond. checked after the statement, or at the end of a transaction that says
-- `set constraints all deferred`: an option is added together with a value for each member
create function private.check_family() returns trigger
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
begin
  if exists (
    select from public.products p join public.product_families f on f.id = p.family_id
    where (p.id = new.id or p.family_id = new.id)   -- of one product, or of a family whose options changed
      and (p.value_1 is null or (p.value_2 is not null) <> (cardinality(f.options) >= 2) or (p.value_3 is not null) <> (cardinality(f.options) >= 3))
  ) then
    raise exception 'A product of a family has one value for each of its options' using errcode = '23514', detail = '{"code":"VALUES_MISSING"}';
  end if;
  return null;
end $$;
revoke all on function private.family_columns(), private.follow_family(), private.share_with_members(), private.rename_members(), private.check_family() from public;
create constraint trigger check_family after insert or update of family_id, value_1, value_2, value_3 on public.products deferrable initially immediate
  for each row when (new.family_id is not null) execute function private.check_family();
create constraint trigger check_family after update of options on public.product_families deferrable initially immediate
  for each row execute function private.check_family();
