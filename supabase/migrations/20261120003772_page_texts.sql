-- the shop's own words on /terms, /privacy and /about, where the owner has replaced the texts that come with it. plain
-- text in the markup of domain/page-text.ts, which the server alone renders; no row: the page's own text. history: the audit log.

create table public.page_texts (
  page text primary key check (page in ('terms', 'privacy', 'about')),
  body text not null check (length(btrim(body)) between 1 and 40000),
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
create trigger next_version before update on public.page_texts for each row execute function private.next_version();

alter table public.page_texts enable row level security;
revoke all on public.page_texts from anon, authenticated;
grant select on public.page_texts to anon, authenticated;
grant insert (page, body), update (body), delete on public.page_texts to authenticated;
create policy "everybody reads" on public.page_texts for select to anon, authenticated using (true);
create policy "admins write" on public.page_texts for insert to authenticated with check ((select private.is_admin()));
create policy "admins change" on public.page_texts for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
-- deleting is going back to the page's own text
create policy "admins reset" on public.page_texts for delete to authenticated using ((select private.is_admin()));

select private.audit_table('public.page_texts', p_key => 'page');

-- kept pages are dropped (docs/rules.md#caching)
create trigger announce_insert after insert on public.page_texts referencing new table as changed for each statement execute function private.announce_change();
create trigger announce_update after update on public.page_texts referencing new table as changed for each statement execute function private.announce_change();
create trigger announce_delete after delete on public.page_texts referencing old table as changed for each statement execute function private.announce_change();
