-- what a shop needs before it opens, computed from its rows (docs/decisions/0072-a-closed-shop.md). state: done; missing; check: it works
-- as it is, and the owner decides. needed: open, the shop does not open without it; law, it must be there when customers order.
-- facts are what the screen says about it.
create function private.opening_items() returns table (place integer, key text, state text, needed text, facts jsonb)
language plpgsql stable security definer set search_path = '' rows 11 as $$
begin
  return query select row_number() over ()::integer, i.key, i.state, i.needed, i.facts
  from public.settings s, private.mail_setup m,
    lateral (select array_remove(array[case when s.address = '' then 'address' end, case when s.city = '' then 'city' end,
        case when s.pincode = '' then 'pincode' end, case when s.email = '' then 'email' end, case when s.phone = '' then 'phone' end], null) as company,
      array_remove(array[case when s.cod_enabled then 'cod' end, case when s.upi_vpa is not null then 'upi' end,
        case when s.razorpay_enabled then 'razorpay' end], null) as methods,
      (select count(*) from (select from public.products p where p.status = 'active' limit 1000) c) as goods,
      (select count(*) from public.user_roles r where not private.is_api_key(r.user_id)) + (select count(*) from private.staff_invites v
        where v.accepted_at is null and v.withdrawn_at is null and v.expires_at > now()) as people,
      (s.free_delivery_from, s.delivery_charge, s.dispatch_days) is distinct from (1500, 100, 1) as delivery_set,
      (select count(*) from public.page_texts) as own_pages,
      m.host is not null or m.environment = 'smtp' as mails_go_out,
      exists (select from public.orders) as ordered) f,
    lateral (values
      ('company', case when f.company = '{}' then 'done' else 'missing' end, 'open', jsonb_build_object('missing', to_jsonb(f.company))),
      ('gstin', case when s.gstin is null then 'check' else 'done' end, null, jsonb_build_object('gstin', s.gstin)),
      ('logo', case when s.logo is null then 'check' else 'done' end, null, '{}'),
      ('products', case when f.goods = 0 then 'missing' else 'done' end, 'open', jsonb_build_object('count', f.goods)),
      ('delivery', case when f.delivery_set then 'done' else 'check' end, null,
        jsonb_build_object('charge', s.delivery_charge, 'free_from', s.free_delivery_from)),
      ('payment', case when f.methods = '{}' then 'missing' else 'done' end, 'open', jsonb_build_object('methods', to_jsonb(f.methods))),
      ('mail', case when f.mails_go_out then 'done' else 'missing' end, null, '{}'),
      ('officer', case when s.grievance_name = '' or (s.grievance_email = '' and s.grievance_phone = '') then 'missing' else 'done' end, 'law', '{}'),
      ('pages', case when f.own_pages = 0 then 'check' else 'done' end, null, jsonb_build_object('count', f.own_pages)),
      ('staff', case when f.people > 1 then 'done' else 'check' end, null, jsonb_build_object('count', f.people)),
      ('order', case when f.ordered then 'done' else 'missing' end, null, '{}')) i (key, state, needed, facts);
end $$;
revoke all on function private.opening_items() from public;

create function public.opening_checklist() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('settings.write') then raise exception 'permission denied for the opening checklist' using errcode = '42501'; end if;
  return (select jsonb_agg(jsonb_build_object('key', i.key, 'state', i.state, 'needed', i.needed, 'facts', i.facts) order by i.place) from private.opening_items() i);
end $$;
revoke all on function public.opening_checklist() from public;
grant execute on function public.opening_checklist() to authenticated;   -- nothing for anon
