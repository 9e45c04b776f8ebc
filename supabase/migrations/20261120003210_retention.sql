-- what no law wants kept any more goes (dpdp act 2023, s.8(7)). the server's clock asks once a day (server/retention.ts); the
-- rules and their reasons are in docs/decisions/0016-leaving.md.

-- what was erased, by which rule: ids alone. append-only, and read by the owner of the database.
create table private.erasures (
  id bigint generated always as identity primary key,
  at timestamptz not null default private.moment(),
  what text not null check (what in ('documents', 'order_people', 'stored_files', 'mails', 'diagnostic_reports', 'complaint_clients')),
  ids text[] not null,                 -- none of complaint_clients: a fingerprint is no id
  count integer not null check (count > 0),
  rule text not null
);
alter table private.erasures enable row level security;   -- no policy and no grant: the functions below alone

-- who is party to an appeal or under investigation keeps what it is about for a year after its end (cgst s.36, proviso). laid
-- down and taken away by the owner of the database, in sql.
create table private.retention_holds (
  id bigint generated always as identity primary key,
  order_id uuid references public.orders (id) on delete cascade,   -- null: nothing at all is erased
  reason text not null check (length(btrim(reason)) between 3 and 400),
  placed_at timestamptz not null default now()
);
create index retention_holds_order_id_idx on private.retention_holds (order_id);
alter table private.retention_holds enable row level security;

create function private.note_erasure(p_what text, p_ids text[], p_rule text) returns integer
language plpgsql security definer set search_path = '' as $$
begin
  if cardinality(p_ids) is null or cardinality(p_ids) = 0 then return 0; end if;
  insert into private.erasures (what, ids, count, rule) values (p_what, p_ids, cardinality(p_ids), p_rule);
  return cardinality(p_ids);
end $$;

-- documents of before this moment are no longer kept (cgst s.36): 72 months after the annual return of their financial year was
-- due, the 31 december that follows it. what was issued until 31 march 2027 is kept until 31 december 2033. as
-- domain/retention.ts has it.
create function private.documents_kept_from(p_at timestamptz default private.moment()) returns timestamptz
language sql stable return make_timestamptz(extract(year from p_at at time zone 'Asia/Kolkata')::integer - 7, 4, 1, 0, 0, 0, 'Asia/Kolkata');

-- erases the documents of up to p_limit orders whose last one is no longer kept, with their frozen bytes and with what only they
-- kept: name and address of a buyer whose account is gone (private.erase_person left them because the document names them). who
-- still has an account has her orders; they go with it. amounts, lines, PIN code and State stay for the books of the stock.
-- answers how many orders; two servers at once share them.
create function private.erase_documents(p_limit integer default 200) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  kept_from timestamptz := private.documents_kept_from();
  rule constant text := 'CGST Act s.36: 72 months from the due date of the annual return';
  expired uuid[];
  gone text[];
begin
  if exists (select from private.retention_holds h where h.order_id is null) then return 0; end if;
  select array_agg(due.id) into expired from (
    select o.id from public.orders o
    where o.id in (select d.order_id from public.documents d where d.issued_at < kept_from)
      and not exists (select from public.documents d where d.order_id = o.id and d.issued_at >= kept_from)
      and not exists (select from private.retention_holds h where h.order_id = o.id)
      and o.payment_state <> 'refund_due'   -- somebody still waits for money
    order by o.id limit p_limit for update of o skip locked) due;
  if expired is null then return 0; end if;

  delete from private.document_files f where f.order_id = any (expired);
  with erased as (delete from public.documents d where d.order_id = any (expired) returning d.id)   -- a note and its invoice at once
    select array_agg(e.id::text) into gone from erased e;
  perform private.note_erasure('documents', gone, rule);

  with erased as (
    update public.orders o set full_name = 'Deleted customer', company_name = null, gstin = null, address = 'Erased', city = 'Erased', email = '', phone = '',
        cancel_reason = null
      where o.id = any (expired) and o.user_id is null returning o.id)
    select array_agg(e.id::text) into gone from erased e;
  update public.order_status_history h set notes = 'Order cancelled' where h.order_id = any (gone::uuid[]) and h.status = 'cancelled' and h.notes is not null;
  perform private.note_erasure('order_people', gone, rule);
  return cardinality(expired);
end $$;

-- names of files to take out of the bucket `documents`: whatever is no copy of an issued document. a proforma and a packing slip
-- are drawn anew at each request and name the buyer's telephone; their address is good for a minute. noted before they go, so
-- that what goes is noted; should the removal fail, tomorrow notes and removes it again.
create function private.erase_stored_files(p_limit integer default 200) returns setof text
language plpgsql security definer set search_path = '' as $$
declare
  gone text[];
begin
  select array_agg(old.name) into gone from (
    select o.name from storage.objects o
    where o.bucket_id = 'documents' and coalesce(o.updated_at, o.created_at) < private.moment() - interval '1 day'
      and not exists (
        select from public.documents d
        where d.order_id = case when o.name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/' then split_part(o.name, '/', 1)::uuid end
          and d.kind = case when o.name like '%/invoice%' then 'invoice' when o.name like '%/creditNote%' then 'credit_note' end
          and d.issued_at <= coalesce(o.updated_at, o.created_at))
    order by o.name limit p_limit) old;
  perform private.note_erasure('stored_files', gone, 'No copy of an issued document, and older than a day');
  return query select unnest(gone);
end $$;

-- what the shop wrote down to work with, and needs no longer. up to p_limit rows of each kind; answers how many.
create function private.erase_old_logs(p_limit integer default 2000) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone text[];
  total integer := 0;
begin
  with old as (
    select m.id from private.mails m
      where m.status = 'sent' and m.sent_at < private.moment() - interval '90 days'
        or m.status = 'failed' and m.created_at < private.moment() - interval '180 days'
      order by m.id limit p_limit for update skip locked),
    erased as (delete from private.mails m using old where m.id = old.id returning m.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('mails', gone, 'Sent 90 days ago, or given up and 180 days old');

  with old as (
    select r.number from private.diagnostic_reports r where r.created_at < private.moment() - interval '30 days' order by r.number limit p_limit for update skip locked),
    erased as (delete from private.diagnostic_reports r using old where r.number = old.number returning r.number)
    select array_agg(e.number) into gone from erased e;
  total := total + private.note_erasure('diagnostic_reports', gone, '30 days old');

  -- the hour is over that private.file_complaint counts; it takes them away itself when the next complaint comes
  with erased as (delete from private.complaint_clients c where c.filed_at <= private.moment() - interval '1 hour' returning 1)
    insert into private.erasures (what, ids, count, rule) select 'complaint_clients', '{}', count(*), 'An hour old' from erased having count(*) > 0;
  return total;
end $$;

revoke all on function private.note_erasure(text, text[], text), private.documents_kept_from(timestamptz), private.erase_documents(integer),
  private.erase_stored_files(integer), private.erase_old_logs(integer) from public;
grant execute on function private.erase_documents(integer), private.erase_stored_files(integer), private.erase_old_logs(integer) to shop_mail;   -- the login of the clock's chores

-- as in 20261120002300_erasure.sql, but an order that was delivered counts as never invoiced once its document is erased
create or replace function private.erase_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- profile, addresses, cart, notifications and request keys go by cascade. orders stay, without their owner.
  update public.orders o set email = '', phone = ''   -- rule 46 asks for name and address, and for no way to call somebody
    where o.user_id = old.id and o.status in ('delivered', 'cancelled')
      and exists (select from public.documents d where d.order_id = o.id);
  -- never invoiced, or no longer: no law wants this one. amounts, lines, PIN code and State stay for the books of the stock
  update public.orders o set full_name = 'Deleted customer', company_name = null, gstin = null, address = 'Erased', city = 'Erased', email = '', phone = '',
      cancel_reason = null
    where o.user_id = old.id and o.status in ('delivered', 'cancelled') and not exists (select from public.documents d where d.order_id = o.id);
  update public.order_status_history h set notes = 'Order cancelled' from public.orders o
    where o.user_id = old.id and o.id = h.order_id and h.status = 'cancelled' and h.notes is not null
      and not exists (select from public.documents d where d.order_id = o.id);
  -- a complaint that waits for its answer keeps its author; afterwards number, words and state remain on record
  update public.complaints c set name = 'Deleted customer', email = 'erased', phone = null
    where c.user_id = old.id and c.status <> 'open';
  -- what was not sent is not sent any more, except about a complaint that is still open
  update private.mails m set recipient = '', last_error = null, status = case m.status when 'queued' then 'failed' else m.status end
    where lower(m.recipient) = lower(old.email)
      and not exists (select from public.complaints c where c.id::text = m.data ->> 'complaint_id' and c.status = 'open');
  update auth.audit_log_entries a set ip_address = '' where a.payload::jsonb ->> 'actor_id' = old.id::text;
  return old;
end $$;
