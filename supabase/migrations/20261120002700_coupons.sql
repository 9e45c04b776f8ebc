-- what a coupon does beside percent and amount, on which goods, how often, and who has used it (docs/rules.md#discounts).
-- every limit is counted under the lock of the coupon's own row: two last uses cannot both be taken.

alter table public.discounts
  drop constraint discounts_kind_check,
  drop constraint discounts_value_check,
  add constraint discounts_kind_check check (kind in ('percent', 'amount', 'free_delivery')),
  add constraint discounts_value_check check (case kind when 'free_delivery' then value = 0 else value > 0 end),
  add column customer_limit integer check (customer_limit > 0),
  add column product_ids uuid[] not null default '{}',    -- with category_ids: on these goods alone; both empty: on all.
  add column category_ids uuid[] not null default '{}';   -- no foreign keys: goods that are gone are simply in no cart
comment on column public.discounts.category_ids is 'With all their sub-categories.';
grant insert (customer_limit, product_ids, category_ids) on public.discounts to authenticated;
grant update (customer_limit, product_ids, category_ids) on public.discounts to authenticated;
-- the desk locks the one it was told
grant select (id, code, times_used), update (times_used) on public.discounts to shop_orders;
create policy "the desk locks a coupon" on public.discounts for select to shop_orders using (true);
create policy "the desk counts a use" on public.discounts for update to shop_orders using (true) with check (true);

create table public.discount_redemptions (
  order_id uuid primary key references public.orders (id) on delete cascade,
  discount_id uuid not null references public.discounts (id) on delete cascade,
  user_id uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index discount_redemptions_discount_id_idx on public.discount_redemptions (discount_id, user_id);
create index discount_redemptions_user_id_idx on public.discount_redemptions (user_id);

alter table public.discount_redemptions enable row level security;
revoke all on public.discount_redemptions from anon, authenticated;   -- nothing for anon
grant select on public.discount_redemptions to authenticated;
grant insert (order_id, discount_id, user_id) on public.discount_redemptions to shop_orders;
-- no update, no delete for anyone: a cancelled order gives its use back by trigger
create policy "admins read" on public.discount_redemptions for select to authenticated using ((select private.is_admin()));
create policy "the desk books a use" on public.discount_redemptions for insert to shop_orders with check (true);

-- a coupon as one buyer meets it now. standing: whether it holds at all, before any goods are looked at. covers: the
-- products of his cart that it is for; null for all. what is switched off does not exist.
create function private.coupon_for(p_code text, p_user uuid)
returns table (id uuid, code text, description text, kind text, value numeric, minimum_goods numeric, maximum_discount numeric, standing text, covers uuid[])
language sql stable security definer set search_path = '' as $$
  select d.id, d.code, d.description, d.kind, d.value, d.minimum_goods, d.maximum_discount,
    case
      when d.starts_at > private.moment() then 'NOT_STARTED'
      when d.ends_at <= private.moment() then 'ENDED'
      when d.times_used >= d.usage_limit then 'USED_UP'
      when d.customer_limit <= (select count(*) from public.discount_redemptions r where r.discount_id = d.id and r.user_id = p_user) then 'ALREADY_USED'
      else 'OK' end,
    case when d.product_ids <> '{}' or d.category_ids <> '{}' then coalesce((
      with recursive shelf as (
        select unnest(d.category_ids) as id
        union select c.id from public.categories c join shelf s on c.parent_id = s.id)
      select array_agg(p.id order by p.id) from public.cart_items i join public.products p on p.id = i.product_id
      where i.user_id = p_user and (p.id = any (d.product_ids) or p.category_id in (select shelf.id from shelf))), '{}') end
  from public.discounts d where d.code = upper(btrim(p_code)) and d.is_active
$$;
revoke all on function private.coupon_for(text, uuid) from public;
grant execute on function private.coupon_for(text, uuid) to shop_orders;

-- what a buyer who was told a code learns of it; null where there is none. codes are told, not looked up: no list, and
-- nothing for anon
create function public.find_coupon(p_code text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(c) - 'id' from private.coupon_for(p_code, auth.uid()) c where auth.uid() is not null
$$;
revoke all on function public.find_coupon(text) from public;
grant execute on function public.find_coupon(text) to authenticated;

-- who was cancelled may use it again
create function private.give_coupon_back() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  with given as (delete from public.discount_redemptions r where r.order_id = new.id returning r.discount_id)
  update public.discounts d set times_used = d.times_used - 1 from given where d.id = given.discount_id;
  return null;
end $$;
revoke all on function private.give_coupon_back() from public;
-- after follow_step, by name: products are locked before coupons, as the desk does
create trigger give_coupon_back after update of status on public.orders
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled' and new.coupon_code is not null) execute function private.give_coupon_back();
