-- coupons. customers cannot list them: they get a code, they do not look it up.

create table public.discounts (
  id uuid primary key default gen_random_uuid(),
  code text unique check (code ~ '^[A-Z0-9][A-Z0-9-]{2,39}$'),
  description text check (length(description) <= 200),
  kind text not null check (kind in ('percent', 'amount', 'free_delivery')),
  value numeric(12, 2) not null constraint discounts_value_check check (case kind when 'free_delivery' then value = 0 else value > 0 end),          -- percent off, or rupees off the goods
  minimum_goods numeric(12, 2) not null default 0 check (minimum_goods >= 0),
  maximum_discount numeric(12, 2) check (maximum_discount > 0),
  starts_at timestamptz,
  ends_at timestamptz,
  usage_limit integer check (usage_limit > 0),
  times_used integer not null default 0 check (times_used >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (kind <> 'percent' or value <= 100),
  check (ends_at > starts_at),
  check (times_used <= usage_limit),
  -- what a coupon does in addition to percent and amount, on which goods, how often, and who has used it (docs/rules.md#discounts).
  -- every limit is counted under the lock of the coupon's own row: two last uses cannot both be taken.
  customer_limit integer check (customer_limit > 0),
  product_ids uuid[] not null default '{}',    -- with category_ids: on these goods alone; both empty: on all.
  category_ids uuid[] not null default '{}',
  -- an admin announces an offer once, by a notification of type promotion to every customer. customers who register
  -- later see the offer in the shop, not among their notifications.
  announced_at timestamptz,
  -- discounts without a code, which apply by themselves. the stacking rule is domain/quote/discounted-quote.ts alone (docs/decisions/0021);
  -- here are the rules for who may have which discount now, the locks under which limits are counted, and what an order keeps of it.
  title text check (length(btrim(title)) between 1 and 60),           -- what buyers read where there is no code
  combines boolean not null default false,                            -- a coupon on top of automatic offers
  constraint discounts_name check (code is not null or title is not null)
);
alter table public.discounts enable row level security;
revoke all on public.discounts from anon, authenticated;

-- nothing for anon
grant select, delete on public.discounts to authenticated;
grant insert (code, description, kind, value, minimum_goods, maximum_discount, starts_at, ends_at, usage_limit, is_active) on public.discounts to authenticated;
grant update (code, description, kind, value, minimum_goods, maximum_discount, starts_at, ends_at, usage_limit, is_active) on public.discounts to authenticated;

-- times_used is counted, not typed

create policy "admins read" on public.discounts for select to authenticated
  using ((select private.may('marketing.write')));
create policy "admins add" on public.discounts for insert to authenticated
  with check ((select private.may('marketing.write')));
create policy "admins change" on public.discounts for update to authenticated
  using ((select private.may('marketing.write')))
  with check ((select private.may('marketing.write')));
create policy "admins delete" on public.discounts for delete to authenticated
  using ((select private.may('marketing.write')));
grant insert (customer_limit, product_ids, category_ids) on public.discounts to authenticated;
grant update (customer_limit, product_ids, category_ids) on public.discounts to authenticated;

-- the order service locks the one that it was given
grant select (id, code, times_used), update (times_used) on public.discounts to shop_orders;
create policy "the order service locks a coupon" on public.discounts for select to shop_orders using (true);
create policy "the order service counts a use" on public.discounts for update to shop_orders using (true) with check (true);
grant insert (title, combines) on public.discounts to authenticated;
grant update (title, combines) on public.discounts to authenticated;
create index discounts_automatic_idx on public.discounts (id) where code is null and is_active;
create trigger touch_updated_at before update on public.discounts for each row execute function private.touch_updated_at();

-- no foreign keys: deleted products are in no cart
comment on column public.discounts.category_ids is 'With all their sub-categories.';

create table public.discount_redemptions (
  order_id uuid not null references public.orders (id) on delete cascade,
  discount_id uuid not null references public.discounts (id) on delete cascade,
  user_id uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  amount numeric(12, 2),   -- what it took off, in rupees. null: booked before the column was there, the order says it
  primary key (order_id, discount_id)
);
-- uses of one customer, and the sums of the list of discounts
create index discount_redemptions_uses_idx on public.discount_redemptions (discount_id, user_id) include (amount);
create index discount_redemptions_user_id_idx on public.discount_redemptions (user_id);
alter table public.discount_redemptions enable row level security;
revoke all on public.discount_redemptions from anon, authenticated;

-- nothing for anon
grant select on public.discount_redemptions to authenticated;
grant insert (order_id, discount_id, user_id, amount) on public.discount_redemptions to shop_orders;

-- no update, no delete for anyone: a cancelled order gives its use back by trigger
create policy "admins read" on public.discount_redemptions for select to authenticated
  using ((select private.may('marketing.write')));
create policy "the order service books a use" on public.discount_redemptions for insert to shop_orders with check (true);
comment on column public.discounts.times_used is 'Counted under the row''s lock where there is a usage_limit, and for every coupon. An offer without a limit locks nothing: its uses are its redemptions.';

-- ── in force ────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- whether a discount holds at all, before any goods are looked at; for one buyer, or for anyone where p_user is null
create function private.discount_standing(d public.discounts, p_user uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when not d.is_active then 'OFF'
    when d.starts_at > private.clock_now() then 'NOT_STARTED'
    when d.ends_at <= private.clock_now() then 'ENDED'
    when d.times_used >= d.usage_limit then 'USED_UP'
    when d.customer_limit <= (select count(*) from public.discount_redemptions r where r.discount_id = d.id and r.user_id = p_user) then 'ALREADY_USED'
    else 'OK' end
$$;
revoke all on function private.discount_standing(public.discounts, uuid) from public;

-- the offers in force and the coupon of this code, as one buyer meets them now. covers: those of p_products that it is for;
-- null for all. an offer is left out where it is not valid or covers none of them; a coupon returns the reason. a discount
-- that is switched off does not exist. `counted`: a use raises times_used. p_had: the discounts of an order that is changed, which
-- hold for it in any case
create function private.discounts_for(p_user uuid, p_code text, p_products uuid[], p_had uuid[] default '{}')
returns table (id uuid, code text, title text, description text, kind text, value numeric, minimum_goods numeric, maximum_discount numeric,
  combines boolean, standing text, covers uuid[], counted boolean)
language sql stable security definer set search_path = '' as $$
  select d.id, d.code, d.title, d.description, d.kind, d.value, d.minimum_goods, d.maximum_discount, d.combines, s.standing, g.covers,
    d.code is not null or d.usage_limit is not null
  from public.discounts d
  cross join lateral (select case when d.id = any (p_had) then 'OK' else private.discount_standing(d, p_user) end as standing) s
  cross join lateral (
    select case when d.product_ids <> '{}' or d.category_ids <> '{}' then coalesce((
      with recursive scope as (
        select unnest(d.category_ids) as id
        union select c.id from public.categories c join scope on c.parent_id = scope.id)
      select array_agg(p.id order by p.id) from public.products p
      where p.id = any (p_products) and (p.id = any (d.product_ids) or p.category_id in (select scope.id from scope))), '{}') end as covers) g
  where (d.is_active or d.id = any (p_had)) and (d.code = upper(btrim(p_code)) or (d.code is null and s.standing = 'OK' and (g.covers is null or g.covers <> '{}')))
  order by d.id
$$;
revoke all on function private.discounts_for(uuid, text, uuid[], uuid[]) from public;

-- prices that are only shown are read without a lock
grant execute on function private.discounts_for(uuid, text, uuid[], uuid[]) to shop_orders;

-- for the order service, after its locks on cart and products: first locks the discounts whose uses are counted, in the order of
-- their ids, then reads them behind those locks (each statement of a volatile function has a new snapshot). the lock on the cart
-- protects the count of the buyer's own uses. an offer without a limit is not locked: it would serialize every order of the shop.
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

-- the offers that apply to these products by themselves, for the caller. the caller names the products: the cart on the screen may
-- be newer than the stored one
create function public.find_offers(p_products uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(c) - 'counted' order by c.id), '[]') from private.discounts_for(auth.uid(), null, p_products[1:1000]) c
  where auth.uid() is not null
$$;
revoke all on function public.find_offers(uuid[]) from public;
grant execute on function public.find_offers(uuid[]) to authenticated;

-- nothing for anon: a cart needs a signed-in user

-- ── counting ────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- the uses of an order are given back: the buyer of a cancelled order may use them again, and a changed order is priced again. locked in
-- the order of ids, as the order service does
create function private.release_discounts(p_order uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.discounts d where d.id in (select r.discount_id from public.discount_redemptions r where r.order_id = p_order)
    order by d.id for no key update;
  with given as (delete from public.discount_redemptions r where r.order_id = p_order returning r.discount_id)
  update public.discounts d set times_used = greatest(d.times_used - 1, 0) from given
    where d.id = given.discount_id and (d.code is not null or d.usage_limit is not null);
end $$;
revoke all on function private.release_discounts(uuid) from public;

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

-- ── offers reach those who asked for them ───────────────────────────────────────────────────────────────────────────────────
-- an offer is announced once, to customers who agreed to offers
create function public.announce_discount(p_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  offer public.discounts;
  notified integer;
begin
  if not private.may('marketing.write') then raise exception 'permission denied for discounts' using errcode = '42501'; end if;
  -- locked: two presses announce once
  select d.* into offer from public.discounts d where d.id = p_id for no key update;
  if not found then raise exception 'No such discount' using errcode = 'PT404', detail = '{"code":"DISCOUNT_NOT_FOUND"}'; end if;
  if offer.announced_at is not null then raise exception 'This discount was announced already' using errcode = 'PT409', detail = '{"code":"ALREADY_ANNOUNCED"}'; end if;
  if private.discount_standing(offer, null) <> 'OK' then
    raise exception 'This discount cannot be used now' using errcode = 'PT409', detail = '{"code":"NOT_IN_FORCE"}';
  end if;
  insert into public.notifications (user_id, title, message, type, created_at)
    select p.id,
      case offer.kind
        when 'percent' then trim_scale(offer.value)::text || '% off'
        when 'amount' then '₹' || trim_scale(offer.value)::text || ' off'
        else 'Free delivery' end,
      coalesce(nullif(btrim(offer.description), '') || '. ', nullif(btrim(offer.title), '') || '. ', '')
        || coalesce('Use the code ' || offer.code || ' at checkout', 'It is applied in your cart')
        || coalesce(' until ' || to_char(offer.ends_at at time zone 'Asia/Kolkata', 'FMMon FMDD, YYYY'), '') || '.',
      'promotion', private.clock_now()
    from public.profiles p
    where (select c.given from public.consents c where c.user_id = p.id and c.purpose = 'offers' order by c.id desc limit 1)
      and not exists (select from public.user_roles r where r.user_id = p.id);   -- staff know the offers
  get diagnostics notified = row_count;
  update public.discounts d set announced_at = private.clock_now() where d.id = p_id;
  return notified;
end $$;
revoke all on function public.announce_discount(uuid) from public;
grant execute on function public.announce_discount(uuid) to authenticated;

-- how often each discount was used and what it took off, for the list of the back office. coupons and limited offers have a
-- count of their own; an offer without a limit is counted by its redemptions alone
create function public.discount_uses() returns table (discount_id uuid, uses bigint, given numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('marketing.write') then raise exception 'permission denied for discounts' using errcode = '42501'; end if;
  return query select r.discount_id, count(*), coalesce(sum(r.amount), 0) + coalesce(sum(
      (select sum((o.value ->> 'amount')::numeric) from public.orders x, jsonb_array_elements(x.offers) o
        where x.id = r.order_id and o.value ->> 'id' = r.discount_id::text)) filter (where r.amount is null), 0)
    from public.discount_redemptions r group by r.discount_id;
end $$;
revoke all on function public.discount_uses() from public;
grant execute on function public.discount_uses() to authenticated;
