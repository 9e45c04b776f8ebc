-- Coupon codes cannot be guessed at speed. Codes that do not exist are counted for each account, from any network, and
-- over all accounts, since accounts cost nothing. Codes that an account has found before always work: a mistyped one locks no one
-- out of their own discount.
create table private.unknown_coupons (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  code bytea not null,   -- a fingerprint: what was tried may be a code of tomorrow
  tried_at timestamptz not null
);
create index unknown_coupons_user_id_idx on private.unknown_coupons (user_id, tried_at);
create index unknown_coupons_tried_at_idx on private.unknown_coupons (tried_at);
alter table private.unknown_coupons enable row level security;

create table private.found_coupons (
  user_id uuid not null references auth.users (id) on delete cascade,
  discount_id uuid not null references public.discounts (id) on delete cascade,
  primary key (user_id, discount_id)
);
create index found_coupons_discount_id_idx on private.found_coupons (discount_id);

-- on both no policy and no grant: the function below alone
alter table private.found_coupons enable row level security;
revoke all on private.unknown_coupons, private.found_coupons from public;
insert into private.found_coupons (user_id, discount_id)
  select distinct r.user_id, r.discount_id from public.discount_redemptions r join public.discounts d on d.id = r.discount_id
  where r.user_id is not null and d.code is not null;

-- False: this account has tried too many codes and does not learn whether this one exists. Counts a try of an unknown code. The
-- count is committed even if the order is refused: callers run it in a transaction of its own, or raise nothing after it.
create function private.may_try_coupon(p_user uuid, p_code text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked timestamptz := private.clock_now();
  coupon uuid := (select d.id from public.discounts d where d.code = upper(btrim(p_code)) and d.is_active);
  fingerprint bytea := sha256(convert_to(upper(btrim(p_code)), 'utf8'));
  tried integer;
begin
  if exists (select from private.found_coupons f where f.user_id = p_user and f.discount_id = coupon) then return true; end if;
  -- one try of an account at a time: many at once would all be below the limit
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.coupon_tries'), pg_catalog.hashtext(p_user::text));
  -- the same wrong code again is no guess: each change of the cart looks it up again
  if coupon is null and exists (select from private.unknown_coupons u where u.user_id = p_user and u.code = fingerprint and u.tried_at > asked - interval '1 hour') then
    return true;
  end if;
  tried := (select count(*) from private.unknown_coupons u where u.user_id = p_user and u.tried_at > asked - interval '1 hour');
  if tried >= private.limit_of('unknown_coupons_per_hour') or tried >= private.limit_of('unknown_coupons_when_busy')
    and (select count(*) from private.unknown_coupons u where u.tried_at > asked - interval '1 hour') >= private.limit_of('unknown_coupons_in_all') then
    return false;
  end if;
  if coupon is null then
    insert into private.unknown_coupons (user_id, code, tried_at) values (p_user, fingerprint, asked);
    delete from private.unknown_coupons u where u.user_id = p_user and u.tried_at <= asked - interval '1 day';
  else
    insert into private.found_coupons (user_id, discount_id) values (p_user, coupon) on conflict do nothing;
  end if;
  return true;
end $$;
revoke all on function private.may_try_coupon(uuid, text) from public;
grant execute on function private.may_try_coupon(uuid, text) to shop_orders;

create function public.find_coupon(p_code text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is null or btrim(coalesce(p_code, '')) = '' then return null; end if;
  if not private.may_try_coupon(auth.uid(), p_code) then
    raise exception 'Too many coupon codes were tried' using errcode = 'PT429', detail = '{"code":"TOO_MANY_CODES"}';
  end if;
  return (select to_jsonb(c) - 'counted'
    from private.discounts_for(auth.uid(), p_code, array(select i.product_id from public.cart_items i where i.user_id = auth.uid())) c where c.code is not null);
end $$;
revoke all on function public.find_coupon(text) from public;
grant execute on function public.find_coupon(text) to authenticated;
