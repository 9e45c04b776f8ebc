-- the server functions, in the name of their caller: noinherit, so that this login alone reads and calls nothing
do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'shop_callers') then
    create role shop_callers login noinherit nocreatedb nocreaterole;
    grant anon, authenticated, service_role to shop_callers;
    begin
      alter role shop_callers set temp_file_limit = '256MB';   -- as the login of /rest/v1
    exception when insufficient_privilege then null;   -- only a superuser may set it
    end;
  end if;
exception when duplicate_object or unique_violation then null;   -- another database of this server created it at this moment
end $$;
