-- the shop's own words on its pages of text, such as /terms, where the owner has replaced the texts that come with it. plain
-- text in the markup of domain/text/page-text.ts, which the server alone renders; no row: the page's own text. history: the audit log.

create table public.page_texts (
  page text primary key check (page in ('terms', 'privacy', 'about', 'shipping', 'refunds')),
  body text not null check (length(btrim(body)) between 1 and 40000),
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
alter table public.page_texts enable row level security;
revoke all on public.page_texts from anon, authenticated;
grant select on public.page_texts to anon, authenticated;
grant insert (page, body), update (body), delete on public.page_texts to authenticated;
create policy "everyone reads" on public.page_texts for select to anon, authenticated using (true);
create policy "admins write" on public.page_texts for insert to authenticated
  with check ((select private.may('settings.write')));
create policy "admins change" on public.page_texts for update to authenticated
  using ((select private.may('settings.write')))
  with check ((select private.may('settings.write')));

-- deleting is going back to the page's own text
create policy "admins reset" on public.page_texts for delete to authenticated
  using ((select private.may('settings.write')));
create trigger next_version before update on public.page_texts for each row execute function private.next_version();

create function private.guard_message_text() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wrong text;
begin
  select m[1] into wrong from regexp_matches(new.subject || ' ' || new.opening, '\{([^{}]*)\}', 'g') m
    where m[1] <> all (private.message_placeholders(new.key)) limit 1;
  if found then
    raise exception 'There is no {%} in this message', wrong
      using errcode = '23514', detail = jsonb_build_object('code', 'UNKNOWN_PLACEHOLDER', 'placeholder', wrong)::text;
  end if;
  return new;
end $$;

-- a text with its placeholders filled, in one pass: what a customer is called is never looked through for placeholders
create function private.fill_text(p_text text, p_values jsonb) returns text
language sql immutable set search_path = '' as $$
  select btrim(regexp_replace(string_agg(case when m[1] ~ '^\{[a-z]+\}$' then coalesce(p_values ->> btrim(m[1], '{}'), '') else m[1] end, '' order by n), ' {2,}', ' ', 'g'))
  from regexp_matches(p_text, '(\{[a-z]+\}|[^{]+|\{)', 'g') with ordinality as found (m, n)
$$;

-- the mail that confirms an address goes to its owner, who may not be the person who entered it: it has no {name}, a stranger's
-- text. the list is that of documents/mails/texts.ts, and a test compares the two.
create function private.message_placeholders(p_key text) returns text[]
language sql immutable set search_path = '' as $$
  select case p_key
    when 'mail_signup' then '{shop}'::text[]
    when 'mail_recovery' then '{shop}'
    when 'mail_email_change' then '{shop}'
    when 'mail_magiclink' then '{shop}'
    when 'mail_invite' then '{shop}'
    when 'mail_order_placed' then '{name,order,number,total,shop}'
    when 'mail_order_reopened' then '{name,order,number,total,shop}'
    when 'mail_order_processing' then '{name,order,number,total,shop}'
    when 'mail_order_shipped' then '{name,order,number,total,courier,tracking,shop}'
    when 'mail_order_delivered' then '{name,order,number,total,shop}'
    when 'mail_order_cancelled' then '{name,order,number,total,shop}'
    when 'mail_order_refunded' then '{name,order,number,total,shop}'
    when 'mail_order_reminder' then '{name,order,number,total,shop}'
    when 'mail_complaint_received' then '{number,officer,shop}'
    when 'mail_return_requested' then '{name,order,number,return,shop}'
    when 'mail_return_approved' then '{name,order,number,return,shop}'
    when 'mail_return_declined' then '{name,order,number,return,reason,shop}'
    when 'mail_return_received' then '{name,order,number,return,shop}'
    when 'mail_return_closed' then '{name,order,number,return,shop}'
    when 'notice_return_requested' then '{name,order,number,return}'
    when 'notice_return_approved' then '{name,order,number,return}'
    when 'notice_return_declined' then '{name,order,number,return,reason}'
    when 'notice_return_received' then '{name,order,number,return}'
    when 'notice_return_closed' then '{name,order,number,return}'
    when 'notice_order_placed' then '{name,order,number}'
    when 'notice_order_reopened' then '{name,order,number}'
    when 'notice_order_processing' then '{name,order,number}'
    when 'notice_order_shipped' then '{name,order,number,courier,tracking}'
    when 'notice_order_delivered' then '{name,order,number}'
    when 'notice_order_cancelled' then '{name,order,number,reason}'
  end
$$;
grant execute on function private.message_placeholders(text) to authenticated;

create table public.message_texts (
  key text primary key check (private.message_placeholders(key) is not null),
  subject text not null check (length(btrim(subject)) between 1 and 120 and subject !~ '[[:cntrl:]]'),
  opening text not null check (length(btrim(opening)) between 1 and 2000),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  check (key not like 'notice%' or length(opening) <= 500)
);
alter table public.message_texts enable row level security;
revoke all on public.message_texts from anon, authenticated;

-- nothing for anon
grant select on public.message_texts to authenticated, shop_mail;
grant insert (key, subject, opening), update (subject, opening), delete on public.message_texts to authenticated;
create policy "admins read" on public.message_texts for select to authenticated
  using ((select private.may('settings.write')));
create policy "the mail sender reads" on public.message_texts for select to shop_mail using (true);
create policy "admins write" on public.message_texts for insert to authenticated
  with check ((select private.may('settings.write')));
create policy "admins change" on public.message_texts for update to authenticated
  using ((select private.may('settings.write')))
  with check ((select private.may('settings.write')));
create policy "admins reset" on public.message_texts for delete to authenticated
  using ((select private.may('settings.write')));
create trigger next_version before update on public.message_texts for each row execute function private.next_version();
create trigger guard_text before insert or update on public.message_texts for each row execute function private.guard_message_text();
revoke all on function private.message_placeholders(text), private.guard_message_text(), private.fill_text(text, jsonb) from public;
