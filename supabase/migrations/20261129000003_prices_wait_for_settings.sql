-- a price that was saved while how GST is charged was changed could be above MRP: neither saw the other
create or replace function private.guard_product_prices() returns trigger
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
