-- a shop that is closed to the public (docs/decisions/0072-a-closed-shop.md): who sees its goods, who orders, and who opens it.

-- may the caller see the goods? everyone while the shop is open; while it is closed the staff, the server, and pages that the server
-- renders for staff: such a request has the token of preview-shop, which names a person and their session, and is void without either.
-- plpgsql keeps its plan: every public read asks.
create function private.sees_shop() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  preview jsonb;
begin
  if (select s.is_open from public.settings s) or auth.role() = 'service_role' or private.may('panel') then return true; end if;
  preview := auth.jwt() -> 'preview';
  return preview is not null and private.staff_may((preview ->> 'by')::uuid, 'panel') and exists (
    select from auth.sessions s where s.id = (preview ->> 'session')::uuid and s.user_id = (preview ->> 'by')::uuid and (s.not_after is null or s.not_after > now()));
end $$;
revoke all on function private.sees_shop() from public;
grant execute on function private.sees_shop() to anon, authenticated, service_role;

-- for the pages, which reach nothing of the schema private
create function public.sees_shop() returns boolean
language sql stable security definer set search_path = '' as $$ select private.sees_shop() $$;
revoke all on function public.sees_shop() from public;
grant execute on function public.sees_shop() to anon, authenticated, service_role;

-- customers order nothing while the shop is closed; staff place their test order as a customer would
create function private.guard_closed_shop() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not (select s.is_open from public.settings s) and not private.staff_may(new.user_id, 'panel') then
    raise exception 'The shop is closed' using errcode = 'PT409', detail = '{"code":"SHOP_CLOSED"}';
  end if;
  return new;
end $$;
revoke all on function private.guard_closed_shop() from public;

-- opens the shop to the public, or closes it. carts and orders stay as they are. NOT_READY: something of 53_opening_checklist.sql is missing
-- without which customers cannot order.
create function public.set_shop_open(p_open boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  missing jsonb;
begin
  if not private.may('owner.settings') then raise exception 'permission denied to open or close the shop' using errcode = '42501'; end if;
  if p_open then
    select jsonb_agg(i.key order by i.place) into missing from private.opening_items() i where i.needed = 'open' and i.state = 'missing';
    if missing is not null then
      raise exception 'The shop is not ready to open' using errcode = 'PT409', detail = jsonb_build_object('code', 'NOT_READY', 'missing', missing)::text;
    end if;
  end if;
  update public.settings s set is_open = p_open where s.is_open <> p_open;
end $$;
revoke all on function public.set_shop_open(boolean) from public;
grant execute on function public.set_shop_open(boolean) to authenticated;   -- nothing for anon
