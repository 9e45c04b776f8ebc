-- pages that the owner adds to the shop's own, at /pages/{slug}: plain text in the markup of domain/text/page-text.ts, and the order of their
-- links at the end of every page. history: the audit log.

insert into private.limits (name, value, about) values ('own_pages', 50, 'Pages that a shop adds to its own. Every page of the shop carries their links.');

create table public.own_pages (
  id uuid primary key default gen_random_uuid(),
  -- domain/shop/own-page.ts says the same, and a test compares the two
  slug text not null unique constraint own_pages_slug check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  title text not null constraint own_pages_title check (length(btrim(title)) between 1 and 80 and title !~ '[[:cntrl:]]'),
  description text not null constraint own_pages_description check (length(btrim(description)) between 1 and 200 and description !~ '[[:cntrl:]]'),
  body text not null constraint own_pages_body check (length(btrim(body)) between 1 and 40000),
  is_published boolean not null default false,   -- false: a draft, which only who may write it reads
  in_menu boolean not null default true,
  display_order integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index own_pages_menu_idx on public.own_pages (display_order, id) where is_published;
alter table public.own_pages enable row level security;
revoke all on public.own_pages from anon, authenticated;
grant select on public.own_pages to anon, authenticated;
grant insert (slug, title, description, body, is_published, in_menu, display_order),
  update (slug, title, description, body, is_published, in_menu, display_order), delete on public.own_pages to authenticated;
create policy "published pages are public" on public.own_pages for select to anon, authenticated using (is_published);
create policy "admins read all" on public.own_pages for select to authenticated using ((select private.may('settings.write')));
create policy "admins add" on public.own_pages for insert to authenticated
  with check ((select private.may('settings.write')));
create policy "admins change" on public.own_pages for update to authenticated
  using ((select private.may('settings.write')))
  with check ((select private.may('settings.write')));
create policy "admins delete" on public.own_pages for delete to authenticated
  using ((select private.may('settings.write')));

-- unlike the legal texts they may be about the goods
create policy "hidden while the shop is closed" on public.own_pages as restrictive for select to anon, authenticated using ((select private.sees_shop()));

-- moving a page in the menu changes nothing that its form shows, so it makes no open form stale
create trigger next_version before update of slug, title, description, body, is_published, in_menu on public.own_pages
  for each row execute function private.next_version();

create function private.bound_own_pages() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := private.limit_of('own_pages');
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('public.own_pages'));
  if (select count(*) from public.own_pages) >= most then
    raise exception 'A shop has at most % pages of its own. Delete one first.', most
      using errcode = 'PT409', detail = jsonb_build_object('code', 'TOO_MANY_PAGES', 'limit', most)::text;
  end if;
  return new;
end $$;
revoke all on function private.bound_own_pages() from public;
create trigger bound_own_pages before insert on public.own_pages for each row execute function private.bound_own_pages();

-- puts all pages into this order; a list that lacks one or contains a deleted one is older than another admin's change
create function public.arrange_own_pages(p_ids uuid[]) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  if not public.may('settings.write') then
    raise exception 'Only admins may do this' using errcode = '42501', detail = '{"code":"ADMINS_ONLY"}';
  end if;
  perform pg_advisory_xact_lock(hashtext('public.own_pages'));
  if (select count(*) from public.own_pages) <> cardinality(p_ids)
    or (select count(*) from public.own_pages p where p.id = any (p_ids)) <> cardinality(p_ids) then
    raise exception 'The pages have changed since they were read' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  update public.own_pages p set display_order = wanted.place
    from unnest(p_ids) with ordinality wanted (id, place)
    where p.id = wanted.id and p.display_order <> wanted.place;
end $$;
revoke all on function public.arrange_own_pages(uuid[]) from public;
grant execute on function public.arrange_own_pages(uuid[]) to authenticated;
select private.audit_table('public.own_pages');
create trigger announce_insert after insert on public.own_pages referencing new table as changed for each statement execute function private.announce_change();
create trigger announce_update after update on public.own_pages referencing new table as changed for each statement execute function private.announce_change();
create trigger announce_delete after delete on public.own_pages referencing old table as changed for each statement execute function private.announce_change();
