-- a product that is back, and those who asked to be told. the transaction that brings it back only notes the product, so that a cancelled
-- order or an import does not wait for thousands of messages; the clock's job writes them, a few at a time.

create table private.restocked (
  product_id uuid primary key references public.products (id) on delete cascade,
  noted_at timestamptz not null
);
create index restocked_noted_at_idx on private.restocked (noted_at, product_id);
alter table private.restocked enable row level security;   -- no policy and no grant: the functions below alone
revoke all on private.restocked from public;

-- whatever brings it back: a movement by hand, an import, a cancelled order, the product form, a draft that is published. it updates a note
-- that is there already, because it then waits for the job that may be about to remove it.
create function private.note_restocked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.stock_requests r where r.product_id = new.id) then
    insert into private.restocked (product_id, noted_at) values (new.id, private.moment())
      on conflict (product_id) do update set noted_at = excluded.noted_at;
  end if;
  return null;
end $$;
revoke all on function private.note_restocked() from public;
create trigger note_restocked after update of stock, status on public.products for each row
  when (new.stock > 0 and new.status = 'active' and (old.stock <= 0 or old.status <> 'active')) execute function private.note_restocked();

-- a notification may lead to a product
alter table public.notifications add column product_id uuid references public.products (id) on delete set null;
create index notifications_product_id_idx on public.notifications (product_id) where product_id is not null;

-- tells those who wait for a product that is back: the request goes, the notification and the mail are written, all in one statement, so each
-- request is told of once whatever the stock does afterwards. what sold out again before this ran is told of when it comes back the next
-- time. mail only to proven addresses, and no more at once than the queue has room for; the rest wait for the next run, as does a product
-- or a request that somebody changes at this moment. @returns how many were told
create function private.tell_restocked() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  room integer := private.limit_of('stock_mails_waiting')
    - (select count(*) from private.mails m where m.kind = 'back_in_stock' and m.status = 'queued' and m.attempts = 0);
  note record;
  done integer;
  told integer := 0;
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
          select u.user_id, 'Back in stock', note.name || ' is back in stock. You asked us to tell you.', 'system', note.product_id, private.moment() from used u
      ), mailed as (
        insert into private.mails (kind, recipient, data)
          select 'back_in_stock', a.email, jsonb_build_object('product_id', note.product_id, 'name', note.name, 'asked_at', u.created_at)
          from used u join auth.users a on a.id = u.user_id
          where a.email_confirmed_at is not null and a.email <> '' and not exists (select from public.account_blocks b where b.user_id = u.user_id)
      )
      select count(*) into done from used;
      room := room - done;
      told := told + done;
      continue when exists (select from public.stock_requests r where r.product_id = note.product_id);
    end if;
    delete from private.restocked r where r.product_id = note.product_id;
  end loop;
  return told;
end $$;
revoke all on function private.tell_restocked() from public;
grant execute on function private.tell_restocked() to shop_mail;   -- the login of the clock's jobs
