-- 'tell me when it is back': who waits for which sold-out product. a request is the consent to one message (dpdp act 2023, s.6): it names
-- the notice that stood beside the button, by version. withdrawing it deletes it, and so does the message.

alter table public.consent_notices drop constraint consent_notices_purpose_check,
  add constraint consent_notices_purpose_check check (purpose in ('account', 'offers', 'back_in_stock'));
-- the words of app/words/en/consents.ts; a test compares the two
insert into public.consent_notices (purpose, version, needs_consent, text) values
  ('back_in_stock', 1, true, 'Tell me once, by email and in my notifications, when this product is back in stock. My request is used for nothing else, and I can cancel it here or in my wishlist.');

insert into private.limits (name, value, about) values
  ('stock_requests', 200, 'Sold-out products that one account may wait for.'),
  ('stock_mails_waiting', 100, 'Mails about returned products that wait in the queue at once, so that mails about orders do not wait behind them.');

create table public.stock_requests (
  user_id uuid not null references auth.users (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  purpose text not null default 'back_in_stock' check (purpose = 'back_in_stock'),
  version integer not null,
  created_at timestamptz not null default now(),
  primary key (user_id, product_id),
  foreign key (purpose, version) references public.consent_notices (purpose, version)
);
create index stock_requests_product_id_idx on public.stock_requests (product_id, created_at);
create index stock_requests_notice_idx on public.stock_requests (purpose, version);

alter table public.stock_requests enable row level security;
revoke all on public.stock_requests from anon, authenticated;   -- nothing for anon: a mail goes to a proven address only
grant select, delete on public.stock_requests to authenticated;
-- no insert and no update for anyone: ask_when_back() below looks at the stock first. staff see numbers, not people (stock_waiting)
create policy "own requests" on public.stock_requests for select to authenticated using (user_id = (select auth.uid()));
create policy "withdraw own" on public.stock_requests for delete to authenticated using (user_id = (select auth.uid()));

-- asks to be told. p_version: the notice that was shown. asking again changes nothing. refused where the product is there: a page may be a
-- minute old. the product is locked against a change of its stock until the request is committed, so a product that comes back at this
-- very moment is either seen here or finds the request.
create function public.ask_when_back(p_product uuid, p_version integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  most constant integer := private.limit_of('stock_requests');
  there integer;
begin
  if me is null then raise exception 'permission denied for stock requests' using errcode = '42501'; end if;
  select p.stock into there from public.products p where p.id = p_product and p.status = 'active' for share;
  if not found then raise exception 'This product is no longer sold' using errcode = 'PT404', detail = '{"code":"GONE"}'; end if;
  if there > 0 then raise exception 'This product is back in stock' using errcode = 'PT409', detail = '{"code":"IN_STOCK"}'; end if;
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.stock_requests'), pg_catalog.hashtext(me::text));
  if (select count(*) from (select from public.stock_requests r where r.user_id = me and r.product_id <> p_product limit most) r) >= most then
    raise exception 'You are waiting for % products already. Cancel one first.', most
      using errcode = 'PT409', detail = jsonb_build_object('code', 'TOO_MANY_REQUESTS', 'limit', most)::text;
  end if;
  insert into public.stock_requests (user_id, product_id, version) values (me, p_product, p_version) on conflict do nothing;
end $$;
revoke all on function public.ask_when_back(uuid, integer) from public;
grant execute on function public.ask_when_back(uuid, integer) to authenticated;   -- nothing for anon

-- how many wait for each of these products, for lists of at most a few hundred; a product nobody waits for is left out
create function public.stock_waiting(p_products uuid[]) returns table (product_id uuid, waiting integer)
language plpgsql stable security definer set search_path = '' rows 50 as $$
#variable_conflict use_column
begin
  if not private.may('catalogue.write') then raise exception 'permission denied for stock requests' using errcode = '42501'; end if;
  return query select r.product_id, count(*)::integer from public.stock_requests r where r.product_id = any (p_products[1:500]) group by 1;
end $$;
revoke all on function public.stock_waiting(uuid[]) from public;
grant execute on function public.stock_waiting(uuid[]) to authenticated;   -- the body asks; nothing for anon
