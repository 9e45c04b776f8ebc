-- what may be saved as a price: tiers that make sense, and never above mrp (docs/rules.md#prices).
-- the one place where sql calculates with money; domain/prices/price-tiers.ts is its equal and a test compares the two.

-- a list, the json text of a list, or an object of entries; entries without two numbers are ignored, as when reading
create function private.price_tiers(tiers jsonb) returns table (min_quantity numeric, discount_percent numeric)
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(tiers) = 'string' then
    begin
      tiers := (tiers #>> '{}')::jsonb;
    exception when invalid_text_representation then
      return;
    end;
  end if;
  return query
    select (t.entry ->> 'min_quantity')::numeric, (t.entry ->> 'discount_percent')::numeric
    from (
      select value as entry from jsonb_array_elements(case when jsonb_typeof(tiers) = 'array' then tiers else '[]' end)
      union all
      select value from jsonb_each(case when jsonb_typeof(tiers) = 'object' then tiers else '{}' end)
    ) t
    where jsonb_typeof(t.entry -> 'min_quantity') = 'number' and jsonb_typeof(t.entry -> 'discount_percent') = 'number'
      and (t.entry ->> 'min_quantity')::numeric >= 1
      and (t.entry ->> 'discount_percent')::numeric >= 0 and (t.entry ->> 'discount_percent')::numeric < 100
    order by 1;
end $$;

-- "what is paid per unit never above mrp" holds for a hundred units as for one. with gst on top a line is taxed as a whole: the
-- fraction of a paisa that rounding drops for a single unit is multiplied by a hundred. so the guard compares mrp with the most a
-- unit can cost at any quantity, which is the exact price with gst, and for a single unit the two rounded halves.
-- domain/tax/gst.ts, mostPaidPerUnit, is the same rule.
create function private.unit_paid(price numeric, rate numeric, includes_gst boolean) returns numeric
language sql immutable set search_path = '' as $$
  select case when includes_gst then price
    else greatest(price + 2 * round(price * (rate / 2) / 100, 2), ceil(price * (100 + rate)) / 100) end
$$;

-- who has no gstin may not collect gst (cgst act s.32): domain/shop/settings.ts reads every rate as nil then, and the guards of the
-- prices follow. the settings take effect on the day of the registration; then every product is checked again.

-- the tiers are checked where they change: a change of ten thousand prices (docs/decisions/0024) reads none of them
create function private.guard_product_prices() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  shop record;
  rate numeric;
  paid numeric;
  highest numeric;
begin
  if tg_op = 'INSERT' or new.pricing_tiers is distinct from old.pricing_tiers then
    if exists (select from private.price_tiers(new.pricing_tiers) t group by t.min_quantity having count(*) > 1) then
      raise exception 'Two price tiers start at the same quantity'
        using errcode = '23514', detail = '{"code":"DUPLICATE_TIER"}';
    end if;
    if exists (
      select from (select t.discount_percent, lag(t.discount_percent) over (order by t.min_quantity) as before
        from private.price_tiers(new.pricing_tiers) t) steps
      where steps.discount_percent < steps.before
    ) then
      raise exception 'A price tier gives less discount than a smaller quantity'
        using errcode = '23514', detail = '{"code":"FALLING_DISCOUNT"}';
    end if;
  end if;

  if new.mrp is null then return new; end if;   -- no mrp, no guard
  -- with a lock: a change of the settings at the same time checks the products that are there, and would not see this one
  select s.prices_include_gst or s.gstin is null as prices_include_gst, case when s.gstin is null then 0 else s.forced_gst_percent end as forced_gst_percent
    into shop from public.settings s for share;
  rate := coalesce(shop.forced_gst_percent, new.gst_percent);
  -- generated columns are not there yet in a before trigger. a tier only lowers the price, so the base price decides
  paid := private.unit_paid(case when new.retail_price > 0 then new.retail_price else new.price end, rate, shop.prices_include_gst);
  if paid > new.mrp then
    highest := new.mrp;
    if not shop.prices_include_gst then
      highest := trunc(new.mrp * 100 / (100 + rate), 2) + 0.02;
      while private.unit_paid(highest, rate, false) > new.mrp loop highest := highest - 0.01; end loop;
    end if;
    raise exception 'The price with GST is ₹% above MRP; the highest allowed price is ₹%', paid - new.mrp, highest
      using errcode = '23514',
        detail = jsonb_build_object('code', 'ABOVE_MRP', 'paid', paid, 'mrp', new.mrp, 'over', paid - new.mrp, 'highest', highest)::text;
  end if;
  return new;
end $$;
revoke all on function private.guard_product_prices() from public;

-- changing how GST is charged changes what every buyer pays: each product is checked against its MRP again
create function private.recheck_prices() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  above record;
begin
  select count(*) as products, min(p.name) as first into above
  from public.products p
  where p.mrp is not null
    and private.unit_paid(p.base_price, case when new.gstin is null then 0 else coalesce(new.forced_gst_percent, p.gst_percent) end,
      new.prices_include_gst or new.gstin is null) > p.mrp;
  if above.products > 0 then
    raise exception '% products would cost more than their MRP, first of all %', above.products, above.first
      using errcode = '23514', detail = jsonb_build_object('code', 'ABOVE_MRP', 'products', above.products)::text;
  end if;
  return new;
end $$;
revoke all on function private.recheck_prices() from public;
create trigger recheck_prices before update of prices_include_gst, forced_gst_percent, gstin on public.settings
  for each row when (old.prices_include_gst is distinct from new.prices_include_gst or old.forced_gst_percent is distinct from new.forced_gst_percent
    or (old.gstin is null) <> (new.gstin is null))
  execute function private.recheck_prices();
-- joining a family may change the gst rate, in a trigger that runs before this one
create trigger guard_prices before insert or update of price, retail_price, mrp, gst_percent, pricing_tiers, family_id on public.products
  for each row execute function private.guard_product_prices();
