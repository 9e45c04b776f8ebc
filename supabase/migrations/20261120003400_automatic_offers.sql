-- discounts without a code, which apply by themselves. the stacking rule is domain/discounted-quote.ts alone (docs/decisions/0021);
-- here stand who may have which discount now, the locks under which limits are counted, and what an order keeps of it.

alter table public.discounts
  alter column code drop not null,                                               -- null: applied by itself
  add column title text check (length(btrim(title)) between 1 and 60),           -- what buyers read where there is no code
  add column combines boolean not null default false,                            -- a coupon on top of automatic offers
  add constraint discounts_name check (code is not null or title is not null);
comment on column public.discounts.times_used is 'Counted under the row''s lock where there is a usage_limit, and for every coupon. An offer without a limit locks nothing: its uses are its redemptions.';
grant insert (title, combines) on public.discounts to authenticated;
grant update (title, combines) on public.discounts to authenticated;
create index discounts_automatic_idx on public.discounts (id) where code is null and is_active;

-- an order may use several, each once
alter table public.discount_redemptions drop constraint discount_redemptions_pkey, add primary key (order_id, discount_id);

-- what was taken off by which offer or coupon: [{id, name, code, amount, free_delivery}], amounts in rupees, names as they were.
-- orders of before have none, and their coupon in coupon_code
alter table public.orders add column offers jsonb not null default '[]' check (jsonb_typeof(offers) = 'array');
grant insert (offers) on public.orders to shop_orders;

-- ── in force ────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- whether a discount holds at all, before any goods are looked at; for one buyer, or for anybody where p_user is null
create function private.discount_standing(d public.discounts, p_user uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when not d.is_active then 'OFF'
    when d.starts_at > private.moment() then 'NOT_STARTED'
    when d.ends_at <= private.moment() then 'ENDED'
    when d.times_used >= d.usage_limit then 'USED_UP'
    when d.customer_limit <= (select count(*) from public.discount_redemptions r where r.discount_id = d.id and r.user_id = p_user) then 'ALREADY_USED'
    else 'OK' end
$$;
revoke all on function private.discount_standing(public.discounts, uuid) from public;

-- the offers in force and the coupon of this code, as one buyer meets them now. covers: those of p_products that it is for;
-- null for all. an offer is left out where it does not stand or covers none of them; a coupon tells why. what is switched
-- off does not exist. `counted`: a use raises times_used.
create function private.discounts_for(p_user uuid, p_code text, p_products uuid[])
returns table (id uuid, code text, title text, description text, kind text, value numeric, minimum_goods numeric, maximum_discount numeric,
  combines boolean, standing text, covers uuid[], counted boolean)
language sql stable security definer set search_path = '' as $$
  select d.id, d.code, d.title, d.description, d.kind, d.value, d.minimum_goods, d.maximum_discount, d.combines, s.standing, g.covers,
    d.code is not null or d.usage_limit is not null
  from public.discounts d
  cross join lateral (select private.discount_standing(d, p_user) as standing) s
  cross join lateral (
    select case when d.product_ids <> '{}' or d.category_ids <> '{}' then coalesce((
      with recursive shelf as (
        select unnest(d.category_ids) as id
        union select c.id from public.categories c join shelf on c.parent_id = shelf.id)
      select array_agg(p.id order by p.id) from public.products p
      where p.id = any (p_products) and (p.id = any (d.product_ids) or p.category_id in (select shelf.id from shelf))), '{}') end as covers) g
  where d.is_active and (d.code = upper(btrim(p_code)) or (d.code is null and s.standing = 'OK' and (g.covers is null or g.covers <> '{}')))
  order by d.id
$$;
revoke all on function private.discounts_for(uuid, text, uuid[]) from public;

-- for the order desk, after its locks on cart and products: first the discounts whose uses are counted, in the order of their
-- ids, then what they are behind those locks (a volatile function reads each statement anew). how often this buyer used one is
-- held by the lock on his cart. an offer without a limit is not locked: one for everybody would queue every order of the shop.
create function private.lock_discounts(p_user uuid, p_code text)
returns table (id uuid, code text, title text, description text, kind text, value numeric, minimum_goods numeric, maximum_discount numeric,
  combines boolean, standing text, covers uuid[], counted boolean)
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- most shops, most days: nothing to ask about
  if p_code is null and not exists (select from public.discounts d where d.code is null and d.is_active) then return; end if;
  perform from public.discounts d
    where d.is_active and (d.code = upper(btrim(p_code)) or (d.code is null and d.usage_limit is not null and private.discount_standing(d, p_user) = 'OK'))
    order by d.id for no key update;
  return query select * from private.discounts_for(p_user, p_code, array(select i.product_id from public.cart_items i where i.user_id = p_user));
end $$;
revoke all on function private.lock_discounts(uuid, text) from public;
grant execute on function private.lock_discounts(uuid, text) to shop_orders;

-- what a buyer who was told a code learns of it; null where there is none. codes are told, not looked up: no list, and
-- nothing for anon
create or replace function public.find_coupon(p_code text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(c) - 'counted' from private.discounts_for(auth.uid(), p_code, array(select i.product_id from public.cart_items i where i.user_id = auth.uid())) c
  where auth.uid() is not null and c.code is not null
$$;
drop function private.coupon_for(text, uuid);

-- the offers that apply by themselves to these products, for whoever asks. the products come from the asker: the cart on his
-- screen may be ahead of the one that is stored
create function public.find_offers(p_products uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(c) - 'counted' order by c.id), '[]') from private.discounts_for(auth.uid(), null, p_products[1:1000]) c
  where auth.uid() is not null
$$;
revoke all on function public.find_offers(uuid[]) from public;
grant execute on function public.find_offers(uuid[]) to authenticated;   -- nothing for anon: a cart needs a signed-in user

-- ── counting ────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- who was cancelled may use them again. locked in the order of ids, as the desk does
create function private.give_discounts_back() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.discounts d where d.id in (select r.discount_id from public.discount_redemptions r where r.order_id = new.id)
    order by d.id for no key update;
  with given as (delete from public.discount_redemptions r where r.order_id = new.id returning r.discount_id)
  update public.discounts d set times_used = greatest(d.times_used - 1, 0) from given
    where d.id = given.discount_id and (d.code is not null or d.usage_limit is not null);
  return null;
end $$;
revoke all on function private.give_discounts_back() from public;
drop trigger give_coupon_back on public.orders;
drop function private.give_coupon_back();
-- after follow_step, by name: products are locked before discounts, as the desk does
create trigger give_discounts_back after update of status on public.orders
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled' and (new.coupon_code is not null or new.offers <> '[]'))
  execute function private.give_discounts_back();

-- an offer that gets a limit later has used what its redemptions say
create function private.count_uses() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.times_used := (select count(*) from public.discount_redemptions r where r.discount_id = new.id);
  return new;
end $$;
revoke all on function private.count_uses() from public;
create trigger count_uses before update of usage_limit, code on public.discounts
  for each row when (new.usage_limit is not null and (old.usage_limit is null or (old.code is null) <> (new.code is null)))
  execute function private.count_uses();
