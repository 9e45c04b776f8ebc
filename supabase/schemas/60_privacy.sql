-- erases what no law requires any more (dpdp act 2023, s.8(7)). the server's scheduler calls it once a day (server/jobs/retention.ts); the
-- rules and their reasons are in docs/decisions/0016-leaving.md.

-- what was erased, by which rule: ids alone. append-only, and read by the owner of the database.
create table private.erasures (
  id bigint generated always as identity primary key,
  at timestamptz not null default private.clock_now(),
  what text not null check (what in ('documents', 'order_people', 'stored_files', 'mails', 'diagnostic_reports', 'complaint_clients',
    'order_requests', 'audit_log', 'sessions', 'unconfirmed_accounts', 'one_time_tokens', 'flow_states', 'sign_in_log', 'registrations',
    'mfa_challenges', 'mfa_attempts', 'return_photos', 'phone_codes', 'phone_code_tries')),
  ids text[] not null,                 -- none of complaint_clients: a fingerprint is no id; and none of a year of the audit log
  count integer not null check (count > 0),
  rule text not null
);
alter table private.erasures enable row level security;

-- no policy and no grant: the functions below alone

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

-- documents from before this time are no longer kept (cgst s.36): 72 months after the annual return of their financial year was
-- due, the 31 december that follows it. what was issued until 31 march 2027 is kept until 31 december 2033. as
-- domain/documents/retention.ts has it.
create function private.documents_kept_from(p_at timestamptz default private.clock_now()) returns timestamptz
language sql stable return make_timestamptz(extract(year from p_at at time zone 'Asia/Kolkata')::integer - 7, 4, 1, 0, 0, 0, 'Asia/Kolkata');

-- erases the documents of up to p_limit orders whose last one is no longer kept, with their frozen bytes and with what only they
-- kept: name and address of a buyer whose account is deleted (private.erase_person left them because the document names them). a
-- buyer with an account keeps their orders until it is deleted. amounts, lines, PIN code and State stay for the stock records.
-- returns how many orders; two servers at once share them.
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
      and o.payment_state <> 'refund_due' and not private.has_open_refund(o.id)   -- the buyer still waits for money
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

-- names of files to remove from the bucket `documents`: all that are no copies of issued documents. a proforma and a packing slip
-- are rendered at each request and name the buyer's phone number; their address is good for a minute. the removal is logged before
-- it happens; if it fails, the next run logs and removes them again.
create function private.erase_stored_files(p_limit integer default 200) returns setof text
language plpgsql security definer set search_path = '' as $$
declare
  gone text[];
begin
  select array_agg(old.name) into gone from (
    select o.name from storage.objects o
    where o.bucket_id = 'documents' and coalesce(o.updated_at, o.created_at) < private.clock_now() - interval '1 day'
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
      where m.status = 'sent' and m.sent_at < private.clock_now() - interval '90 days'
        or m.status = 'failed' and m.created_at < private.clock_now() - interval '180 days'
      order by m.id limit p_limit for update skip locked),
    erased as (delete from private.mails m using old where m.id = old.id returning m.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('mails', gone, 'Sent 90 days ago, or given up and 180 days old');

  with old as (
    select r.number from private.diagnostic_reports r where r.created_at < private.clock_now() - interval '30 days' order by r.number limit p_limit for update skip locked),
    erased as (delete from private.diagnostic_reports r using old where r.number = old.number returning r.number)
    select array_agg(e.number) into gone from erased e;
  total := total + private.note_erasure('diagnostic_reports', gone, '30 days old');

  -- a decision about a return is disputed within months, if at all
  with old as (
    select p.id from private.return_photos p join public.returns r on r.id = p.return_id
      where r.ended_at < private.clock_now() - interval '180 days' order by r.ended_at limit p_limit for update of p skip locked),
    erased as (delete from private.return_photos p using old where p.id = old.id returning p.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('return_photos', gone, 'The return ended 180 days ago');

  -- the hour is over that private.file_complaint counts; it takes them away itself when the next complaint comes
  with erased as (delete from private.complaint_clients c where c.filed_at <= private.clock_now() - interval '1 hour' returning 1)
    insert into private.erasures (what, ids, count, rule) select 'complaint_clients', '{}', count(*), 'An hour old' from erased having count(*) > 0;

  with old as (
    select c.customer_id from private.phone_codes c where c.expires_at <= private.clock_now() order by c.expires_at limit p_limit for update skip locked),
    erased as (delete from private.phone_codes c using old where c.customer_id = old.customer_id returning c.customer_id)
    select array_agg(e.customer_id::text) into gone from erased e;
  total := total + private.note_erasure('phone_codes', gone, 'No longer valid');
  with erased as (delete from private.phone_code_tries t where t.tried_at <= private.clock_now() - interval '1 day' returning t.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('phone_code_tries', gone, 'A day old');
  return total;
end $$;
revoke all on function private.note_erasure(text, text[], text), private.documents_kept_from(timestamptz), private.erase_documents(integer),
  private.erase_stored_files(integer), private.erase_old_logs(integer) from public;
grant execute on function private.erase_documents(integer), private.erase_stored_files(integer), private.erase_old_logs(integer) to shop_mail;

-- no index on created_at: every order would write it, for one run a day

-- entries from before this time are no longer kept: eight financial years after the one they were written in
create function private.audit_kept_from(p_at timestamptz default private.clock_now()) returns timestamptz
language sql stable return make_timestamptz(extract(year from (p_at at time zone 'Asia/Kolkata') - interval '3 months')::integer - 8, 4, 1, 0, 0, 0, 'Asia/Kolkata');

-- makes the parts of the audit log, and drops that of a year of which no line is kept; returns how many lines it had
create function private.keep_audit_years() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone integer := 0;
begin
  -- dropped first: counting may take long, and making parts locks the rest
  if not exists (select from private.retention_holds h where h.order_id is null) then
    gone := private.drop_parts('public.audit_log', '1 year', private.audit_kept_from());
  end if;
  perform private.add_parts('public.audit_log', (private.next_financial_year(private.clock_now()) - interval '1 year')::date, '1 year');
  insert into private.erasures (what, ids, count, rule)
    select 'audit_log', '{}', gone, 'Companies Act s.128(5): eight financial years' where gone > 0;
  return gone;
end $$;
revoke all on function private.keep_audit_years() from public;
select private.keep_audit_years();

-- up to p_limit rows of each kind; returns how many. the keys' rows name a person and the answer they got, so the log has
-- orders' ids alone. years of the log go as parts; the first part has the lines of the years before it too, which go one by one from the
-- oldest: ids rise with time.
create function private.erase_old_requests(p_limit integer default 2000) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone text[];
  total integer := 0;
begin
  with old as (
    select r.user_id, r.key from private.order_requests r where r.created_at < private.clock_now() - interval '30 days'
      limit p_limit for update skip locked),
    erased as (delete from private.order_requests r using old where r.user_id = old.user_id and r.key = old.key returning r.order_id)
    select array_agg(coalesce(e.order_id::text, '')) into gone from erased e;
  total := total + private.note_erasure('order_requests', gone, '30 days old');

  total := total + private.keep_audit_years();
  if not exists (select from private.retention_holds h where h.order_id is null) then
    with old as (select a.id, a.at from public.audit_log a order by a.id limit p_limit),
      erased as (delete from public.audit_log a using old where a.id = old.id and a.at = old.at and old.at < private.audit_kept_from() returning a.id)
      select array_agg(e.id::text) into gone from erased e;
    total := total + private.note_erasure('audit_log', gone, 'Companies Act s.128(5): eight financial years');
  end if;
  return total;
end $$;
grant execute on function private.erase_old_requests(integer) to shop_mail;
revoke all on function private.audit_kept_from(timestamptz), private.erase_old_requests(integer) from public;

create function private.erase_old_sign_ins(p_limit integer default 2000) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  moment constant timestamptz := private.clock_now();
  gone text[];
  erased integer;
  own record;
  total integer := 0;
begin
  -- a session in use is renewed every hour. refresh tokens and how it was signed in go by cascade
  with old as (
    select s.id from auth.sessions s where s.updated_at < moment - interval '90 days' or s.not_after < moment - interval '1 day'
      order by s.updated_at limit p_limit for update skip locked),
    erased as (delete from auth.sessions s using old where s.id = old.id returning s.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('sessions', gone, 'Not used for 90 days');

  -- an unverified address. invited staff and accounts with orders do not count
  with old as (
    select u.id from auth.users u
      where u.email_confirmed_at is null and u.created_at < moment - interval '90 days'
        and coalesce(greatest(u.confirmation_sent_at, u.invited_at), u.created_at) < moment - interval '90 days'
        and u.last_sign_in_at is null
        and not exists (select from public.user_roles r where r.user_id = u.id)
        and not private.is_api_key(u.id)   -- history names revoked ones
        and not exists (select from public.orders o where o.user_id = u.id)
      order by u.created_at limit p_limit for update skip locked),
    erased as (delete from auth.users u using old where u.id = old.id returning u.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('unconfirmed_accounts', gone, 'Not confirmed for 90 days');

  -- links and codes, which end within a day
  with old as (
    select t.id from auth.one_time_tokens t where t.created_at < (moment - interval '7 days') at time zone 'utc' order by t.created_at limit p_limit),
    erased as (delete from auth.one_time_tokens t using old where t.id = old.id returning t.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('one_time_tokens', gone, '7 days old');
  with old as (
    select f.id from auth.flow_state f where f.created_at < moment - interval '7 days' order by f.created_at limit p_limit),
    erased as (delete from auth.flow_state f using old where f.id = old.id returning f.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('flow_states', gone, '7 days old');

  -- who signed in from where
  with old as (
    select a.id from auth.audit_log_entries a where a.created_at < moment - interval '180 days' order by a.created_at limit p_limit),
    erased as (delete from auth.audit_log_entries a using old where a.id = old.id returning a.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('sign_in_log', gone, 'CERT-In directions of 28 April 2022: 180 days');

  -- tables of the shop's own sign-in service, which a hosted project may not have
  for own in select t.name from unnest('{registrations,mfa_challenges,mfa_attempts}'::text[]) t (name) where to_regclass('auth.' || t.name) is not null loop
    execute format('delete from auth.%I t where t.ctid = any (array(select o.ctid from auth.%1$I o where o.created_at < $1 limit $2))', own.name)
      using moment - interval '7 days', p_limit;
    get diagnostics erased = row_count;
    if erased > 0 then
      insert into private.erasures (what, ids, count, rule) values (own.name, '{}', erased, '7 days old');
      total := total + erased;
    end if;
  end loop;
  return total;
end $$;
revoke all on function private.erase_old_sign_ins(integer) from public;
grant execute on function private.erase_old_sign_ins(integer) to shop_mail;
