-- what made a change of eight thousand prices longer than the eight seconds a request has: forty trigrams of the name written
-- for each new price, the tiers read again though nobody touched them, and a function call a row for the audit log.

-- entries wait in a short list and are written together; orders never touch this index (…0700_products.sql)
alter index public.products_name_trigrams set (fastupdate = on, gin_pending_list_limit = 256);

-- as in …0710, but tiers are looked at where they are new
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

  if new.mrp is null then return new; end if;   -- no mrp, no guard (ruling 4)
  select s.prices_include_gst, s.forced_gst_percent into shop from public.settings s;
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

-- as in …3500, with the comparison in the statement itself: a change of ten thousand rows called a function ten thousand times
create or replace function private.write_audit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  skipped text[] := tg_argv[2];
  told text[] := nullif(tg_argv[3], '');
  me uuid := auth.uid();
begin
  if tg_op = 'UPDATE' then
    execute format('insert into public.audit_log (at, actor, table_name, row_id, action, changes)
      select private.moment(), $1, $2, r.about, ''update'', c.changes
      from (select n.%2$I::text as about, to_jsonb(b) as before, to_jsonb(n) as after from changed n join before b on b.%1$I = n.%1$I offset 0) r
      cross join lateral (
        select jsonb_object_agg(k.key, case
            when ($4 is null or k.key = any ($4)) and k.key !~ ''(secret|password|token)''
              then jsonb_build_array(private.audit_value(r.before -> k.key), private.audit_value(k.value)) end) as changes
        from jsonb_each(r.after) k
        where k.value is distinct from coalesce(r.before -> k.key, ''null'') and k.key <> all ($3)) c
      where c.changes is not null', tg_argv[0], tg_argv[1]) using me, tg_table_name, skipped, told;
  elsif tg_op = 'INSERT' then
    execute format('insert into public.audit_log (at, actor, table_name, row_id, action, changes)
      select private.moment(), $1, $2, n.%1$I::text, ''insert'',
        case when $5 then coalesce(private.audit_changes(null, to_jsonb(n), $3, $4), ''{}'') else ''{}'' end
      from changed n', tg_argv[1]) using me, tg_table_name, skipped, told, tg_argv[4] = 'yes';
  else
    execute format('insert into public.audit_log (at, actor, table_name, row_id, action, changes)
      select private.moment(), $1, $2, b.%1$I::text, ''delete'', coalesce(private.audit_changes(to_jsonb(b), null, $3, $4), ''{}'')
      from before b', tg_argv[1]) using me, tg_table_name, skipped, told;
  end if;
  return null;
end $$;
