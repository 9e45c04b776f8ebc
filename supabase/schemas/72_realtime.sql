-- live changes for signed-in pages (docs/rules.md#notifications); each subscriber only gets rows that rls shows them. the publication is
-- supabase's own and exists already; a plain postgresql gets it here.

do $$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end $$;
alter publication supabase_realtime add table public.notifications, public.orders;
