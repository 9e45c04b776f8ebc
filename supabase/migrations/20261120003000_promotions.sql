-- an offer is told to every customer by a notification of type promotion, once, by an admin. it
-- arrives live like any other. who registers later finds the offer where it is shown, not in yesterday's news.

alter table public.discounts add column announced_at timestamptz;
-- no grant on it: announcing is what sets it

create function public.announce_discount(p_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  offer record;
  told integer;
begin
  if not private.is_admin() then raise exception 'permission denied for discounts' using errcode = '42501'; end if;
  -- locked: two presses announce once
  select d.* into offer from public.discounts d where d.id = p_id for no key update;
  if not found then raise exception 'No such discount' using errcode = 'PT404', detail = '{"code":"DISCOUNT_NOT_FOUND"}'; end if;
  if offer.announced_at is not null then raise exception 'This discount was announced already' using errcode = 'PT409', detail = '{"code":"ALREADY_ANNOUNCED"}'; end if;
  if not offer.is_active or offer.starts_at > private.moment() or offer.ends_at <= private.moment() or offer.times_used >= offer.usage_limit then
    raise exception 'This discount cannot be used now' using errcode = 'PT409', detail = '{"code":"NOT_IN_FORCE"}';
  end if;
  insert into public.notifications (user_id, title, message, type, created_at)
    select p.id,
      case offer.kind
        when 'percent' then trim_scale(offer.value)::text || '% off'
        when 'amount' then '₹' || trim_scale(offer.value)::text || ' off'
        else 'Free delivery' end,
      coalesce(nullif(btrim(offer.description), '') || '. ', '') || 'Use the code ' || offer.code || ' at checkout'
        || coalesce(' until ' || to_char(offer.ends_at at time zone 'Asia/Kolkata', 'FMMon FMDD, YYYY'), '') || '.',
      'promotion', private.moment()
    from public.profiles p
    where not exists (select from public.user_roles r where r.user_id = p.id);   -- the house knows its own offers
  get diagnostics told = row_count;
  update public.discounts d set announced_at = private.moment() where d.id = p_id;
  return told;
end $$;
revoke all on function public.announce_discount(uuid) from public;
grant execute on function public.announce_discount(uuid) to authenticated;   -- the body lets admins through; nothing for anon
