-- What one caller of /rest/v1 may cost: time for each role, disk for each connection, memory for each answer.

-- The gateway sets these for every transaction: ALTER ROLE … SET alone does not follow SET ROLE. Hosted Supabase has
-- the same values. Roles belong to the cluster: another database may run this file at the same moment.
do $$
declare
  wanted record;
begin
  for wanted in
    select bounds.role, bounds.setting from (values
      ('anon', '3s'),
      ('authenticated', '8s')
    ) as bounds (role, setting)
  loop
    begin
      if not exists (
        select from pg_catalog.pg_roles r, unnest(r.rolconfig) as s (setting)
        where r.rolname = wanted.role and s.setting like 'statement_timeout=%'
      ) then
        execute format('alter role %I set statement_timeout = %L', wanted.role, wanted.setting);
      end if;
    exception when internal_error then
      null; -- the same setting, made from another database at this moment
    end;
  end loop;

  -- Sorts and hashes beyond work_mem go to disk: without a bound, a few large joins fill it.
  begin
    alter role authenticator set temp_file_limit = '256MB';
  exception when insufficient_privilege or internal_error then
    null; -- only a superuser may set it; somebody else's server has an administrator who decides
  end;
end $$;

-- The schema holds the record of migrations too; without a grant nobody reads that.
grant usage on schema gateway to public;

-- Called in the middle of building an answer, once it is larger than the gateway accepts: PostgreSQL would go on to
-- 1 GB. It takes the size so far, so that no planner can call it ahead of time.
create function gateway.refuse_answer(size bigint) returns json language plpgsql stable parallel safe set search_path = '' as $$
begin
  raise exception using errcode = '54RST', message = 'the answer is too large';
end $$;
grant execute on function gateway.refuse_answer(bigint) to public;
