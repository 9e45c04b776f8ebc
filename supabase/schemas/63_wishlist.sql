-- what a customer likes, kept in the account: one row for each product, nothing else. prices and stock are read when it is shown.

insert into private.limits (name, value, about) values
  ('wishlist_items', 500, 'Products on the wishlist of one account.');

create table public.wishlist_items (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, product_id)
);
create index wishlist_items_product_id_idx on public.wishlist_items (product_id);
alter table public.wishlist_items enable row level security;
revoke all on public.wishlist_items from anon, authenticated;

-- nothing for anon: a wishlist needs an account
grant select, delete on public.wishlist_items to authenticated;
grant insert (user_id, product_id) on public.wishlist_items to authenticated;

-- no update for anyone: there is nothing to change in a row

-- not even staff look into a wishlist
create policy "own wishlist" on public.wishlist_items for select to authenticated using (user_id = (select auth.uid()));
create policy "wish for what is sold" on public.wishlist_items for insert to authenticated
  with check (user_id = (select auth.uid())
    and exists (select from public.products p where p.id = product_id and p.status = 'active'));
create policy "remove own" on public.wishlist_items for delete to authenticated using (user_id = (select auth.uid()));

-- before each row: a list of thousands ends at the first that is too many. one statement of an account at a time, because two at once
-- would each count without the other. a product that is on the list already takes no further room.
create function private.bound_wishlist() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := private.limit_of('wishlist_items');
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.wishlist'), pg_catalog.hashtext(new.user_id::text));
  if (select count(*) from (select from public.wishlist_items w where w.user_id = new.user_id and w.product_id <> new.product_id limit most) w) >= most then
    raise exception 'A wishlist holds at most % products. Remove one first.', most
      using errcode = 'PT409', detail = jsonb_build_object('code', 'WISHLIST_FULL', 'limit', most)::text;
  end if;
  return new;
end $$;
revoke all on function private.bound_wishlist() from public;
create trigger bound_wishlist before insert on public.wishlist_items
  for each row when (current_user = 'authenticated' and new.user_id = auth.uid()) execute function private.bound_wishlist();

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
revoke all on public.stock_requests from anon, authenticated;

-- nothing for anon: a mail goes to a confirmed address only
grant select, delete on public.stock_requests to authenticated;

-- no insert and no update for anyone: ask_when_back() below looks at the stock first. staff see numbers, not people (stock_waiting)
create policy "own requests" on public.stock_requests for select to authenticated using (user_id = (select auth.uid()));
create policy "withdraw own" on public.stock_requests for delete to authenticated using (user_id = (select auth.uid()));

-- asks for a notification. p_version: the notice that was shown. asking again changes nothing. refused where the product is there: a page may be a
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
grant execute on function public.ask_when_back(uuid, integer) to authenticated;

-- nothing for anon

-- how many wait for each of these products, for lists of at most a few hundred; a product without waiting customers is left out
create function public.stock_waiting(p_products uuid[]) returns table (product_id uuid, waiting integer)
language plpgsql stable security definer set search_path = '' rows 50 as $$
#variable_conflict use_column
begin
  if not private.may('catalogue.write') then raise exception 'permission denied for stock requests' using errcode = '42501'; end if;
  return query select r.product_id, count(*)::integer from public.stock_requests r where r.product_id = any (p_products[1:500]) group by 1;
end $$;
revoke all on function public.stock_waiting(uuid[]) from public;
grant execute on function public.stock_waiting(uuid[]) to authenticated;

-- a product that is back, and the customers who asked for a notification. the transaction that puts it back in stock only records the product, so that a cancelled
-- order or an import does not wait for thousands of messages; the scheduled job writes them, a few at a time.

create table private.restocked (
  product_id uuid primary key references public.products (id) on delete cascade,
  noted_at timestamptz not null
);
create index restocked_noted_at_idx on private.restocked (noted_at, product_id);
alter table private.restocked enable row level security;

-- no policy and no grant: the functions below alone
revoke all on private.restocked from public;

-- in every way: a manual movement, an import, a cancelled order, the product form, a draft that is published. it updates a note
-- that is there already, because it then waits for the job that may be about to remove it.
create function private.note_restocked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.stock_requests r where r.product_id = new.id) then
    insert into private.restocked (product_id, noted_at) values (new.id, private.clock_now())
      on conflict (product_id) do update set noted_at = excluded.noted_at;
  end if;
  return null;
end $$;
revoke all on function private.note_restocked() from public;

-- notifies the customers who wait for a product that is back: the request is deleted, the notification and the mail are written, all in one
-- statement, so each request is notified once, even if the stock changes afterwards. a product that sold out again before this ran counts the next
-- time. mail only to confirmed addresses, and no more at once than the queue has room for; the rest wait for the next run, as does a product
-- or a request that is being changed at the same time. @returns how many were notified
create function private.notify_restocked() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  room integer := private.limit_of('stock_mails_waiting')
    - (select count(*) from private.mails m where m.kind = 'back_in_stock' and m.status = 'queued' and m.attempts = 0);
  note record;
  done integer;
  notified integer := 0;
begin
  for note in
    select r.product_id, p.name, p.stock > 0 and p.status = 'active' as there
    from private.restocked r join public.products p on p.id = r.product_id
    order by r.noted_at, r.product_id limit 50 for update of r skip locked for key share of p skip locked
  loop
    if note.there then
      exit when room <= 0;
      with due as (
        select r.user_id from public.stock_requests r where r.product_id = note.product_id order by r.created_at, r.user_id limit room for update skip locked
      ), used as (
        delete from public.stock_requests r using due d where r.product_id = note.product_id and r.user_id = d.user_id returning r.user_id, r.created_at
      ), rung as (
        insert into public.notifications (user_id, title, message, type, product_id, created_at)
          select u.user_id, 'Back in stock', note.name || ' is back in stock. You asked us to notify you.', 'system', note.product_id, private.clock_now() from used u
      ), mailed as (
        insert into private.mails (kind, recipient, data)
          select 'back_in_stock', a.email, jsonb_build_object('product_id', note.product_id, 'name', note.name, 'asked_at', u.created_at)
          from used u join auth.users a on a.id = u.user_id
          where a.email_confirmed_at is not null and a.email <> '' and not exists (select from public.account_blocks b where b.user_id = u.user_id)
      )
      select count(*) into done from used;
      room := room - done;
      notified := notified + done;
      continue when exists (select from public.stock_requests r where r.product_id = note.product_id);
    end if;
    delete from private.restocked r where r.product_id = note.product_id;
  end loop;
  return notified;
end $$;
revoke all on function private.notify_restocked() from public;
grant execute on function private.notify_restocked() to shop_mail;
create trigger note_restocked after update of stock, status on public.products for each row
  when (new.stock > 0 and new.status = 'active' and (old.stock <= 0 or old.status <> 'active')) execute function private.note_restocked();
