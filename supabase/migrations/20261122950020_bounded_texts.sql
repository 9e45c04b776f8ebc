-- Texts that somebody outside sends are cut before work is done on them. A search for half a million letters kept a connection of the
-- visitors and a core busy until the statement's time was up; a payment reference of four million spaces took seven seconds.

-- a name has at most 200 characters, so what is cut off could match nothing
create or replace function public.search_products(p_query text) returns setof public.products
language sql stable security definer set search_path = '' rows 50 as $$
  select p.* from public.products p
  where p.status = 'active' and btrim(p_query) <> ''
    and p.name ilike '%' || replace(replace(replace(left(btrim(p_query), 500), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;

create or replace function public.claim_payment(p_order uuid, p_reference text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  utr text := upper(regexp_replace(left(p_reference, 100), '\s', '', 'g'));
  told timestamptz := private.moment();
begin
  if utr is null or utr !~ '^[A-Z0-9]{12,22}$' then
    raise exception 'A UPI reference has 12 digits' using errcode = '22023', detail = '{"code":"INVALID_REFERENCE"}';
  end if;
  -- one claim of an account at a time: two at once would both be below the limit
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.claims'), pg_catalog.hashtext(auth.uid()::text));
  -- the order first, as every step locks it: a claim and a cancellation wait for each other
  perform from public.orders o where o.id = p_order and o.user_id = auth.uid() for no key update;
  if not found then
    raise exception 'Order not found' using errcode = 'PT404', detail = '{"code":"ORDER_NOT_FOUND"}';
  end if;
  -- sent twice: told already
  perform from public.payments p where p.order_id = p_order and p.method = 'upi' and p.state = 'awaiting_verification' and p.provider_reference = utr;
  if found then return; end if;
  if (select count(*) from private.payment_claims c where c.order_id = p_order) >= private.limit_of('claims_per_order')
    or (select count(*) from private.payment_claims c where c.user_id = auth.uid() and c.claimed_at > told - interval '1 day') >= private.limit_of('claims_per_day') then
    raise exception 'Too many references were told' using errcode = 'PT429', detail = '{"code":"TOO_MANY_CLAIMS"}';
  end if;
  update public.payments p set state = 'awaiting_verification', provider_reference = utr, claimed_at = told
    where p.order_id = p_order and p.method = 'upi' and p.state in ('awaiting_payment', 'awaiting_verification', 'failed');
  if not found then
    raise exception 'This order does not wait for a UPI payment' using errcode = 'PT409', detail = '{"code":"PAYMENT_NOT_AWAITED"}';
  end if;
  insert into private.payment_claims (order_id, user_id, claimed_at) values (p_order, auth.uid(), told);
exception when unique_violation then
  raise exception 'This reference belongs to another order' using errcode = 'PT409', detail = '{"code":"REFERENCE_USED"}';
end $$;
