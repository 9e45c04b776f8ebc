/** The dump's queries on the catalogue. Each returns `owner`, the object that a line belongs to, and `line`, in a stable order. */

const OURS = "n.nspname in ('public', 'private')"
const TABLE = "format('%I.%I', n.nspname, c.relname)"

/** `grant a, b on X to r;` for an ACL, without the owner's own rights. */
const grantsOf = (acl: string, on: string): string => `
  select format('grant %s on %s to %s;', string_agg(lower(g.privilege_type), ', ' order by g.privilege_type), ${on},
    case when g.grantee = 0 then 'public' else g.grantee::regrole::text end)
  from aclexplode(${acl}) g`

export const SCHEMAS = `
  select '' as owner, format('create schema %I;', n.nspname) || coalesce((select string_agg(' ' || line, '' order by line) from (
    ${grantsOf('n.nspacl', "format('schema %I', n.nspname)")} where g.grantee <> n.nspowner group by g.grantee) s (line)), '') as line
  from pg_namespace n where ${OURS} order by n.nspname`

export const EXTENSIONS = `
  select '' as owner, format('create extension %I with schema %I;', e.extname, n.nspname) as line
  from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname <> 'plpgsql' order by e.extname`

export const ROLES = `
  select '' as owner, format('create role %I%s%s%s%s%s;', r.rolname, case when r.rolcanlogin then ' login' else '' end, case when r.rolinherit then '' else ' noinherit' end,
      case when r.rolbypassrls then ' bypassrls' else '' end,
      coalesce((select ' set ' || string_agg(s, ', ' order by s) from pg_db_role_setting d, unnest(d.setconfig) s where d.setrole = r.oid), ''),
      coalesce((select ' in role ' || string_agg(m.roleid::regrole::text, ', ' order by m.roleid::regrole::text) from pg_auth_members m where m.member = r.oid), '')) as line
  from pg_roles r where r.rolname like 'shop\\_%' order by r.rolname`

export const DEFAULT_PRIVILEGES = `
  select '' as owner, format('-- in %s, %s: %s', coalesce(n.nspname, 'every schema'),
      case d.defaclobjtype when 'r' then 'tables' when 'f' then 'functions' when 'S' then 'sequences' when 'T' then 'types' else 'schemas' end,
      (select string_agg(case when g.grantee = 0 then 'public' else g.grantee::regrole::text end || ' ' || lower(g.privilege_type), ', '
         order by g.grantee::regrole::text, g.privilege_type) from aclexplode(d.defaclacl) g where g.grantee <> d.defaclrole)) as line
  from pg_default_acl d left join pg_namespace n on n.oid = d.defaclnamespace
  where n.oid is null or ${OURS} order by 2`

export const TYPES = `
  select '' as owner, case t.typtype
      when 'd' then format('create domain %I.%I as %s%s;', n.nspname, t.typname, format_type(t.typbasetype, t.typtypmod),
        coalesce((select string_agg(' ' || pg_get_constraintdef(k.oid), '' order by k.conname) from pg_constraint k where k.contypid = t.oid), ''))
      when 'e' then format('create type %I.%I as enum (%s);', n.nspname, t.typname, (select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid))
      else format('create type %I.%I as (%s);', n.nspname, t.typname, (select string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum) from pg_attribute a where a.attrelid = t.typrelid)) end as line
  from pg_type t join pg_namespace n on n.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
  where ${OURS} and (t.typtype in ('d', 'e') or (t.typtype = 'c' and c.relkind = 'c')) order by n.nspname, t.typname`

export const CASTS = `
  select '' as owner, format('create cast (%s as %s) with function %s%s;', format_type(k.castsource, null), format_type(k.casttarget, null), k.castfunc::regprocedure,
      case k.castcontext when 'i' then ' as implicit' when 'a' then ' as assignment' else '' end) as line
  from pg_cast k join pg_type t on t.oid = k.casttarget join pg_namespace n on n.oid = t.typnamespace where ${OURS} order by 2`

export const SEQUENCES = `
  select '' as owner, format('create sequence %I.%I as %s start %s increment %s;', n.nspname, c.relname, format_type(s.seqtypid, null), s.seqstart, s.seqincrement)
      || coalesce((select string_agg(' ' || line, '' order by line) from (${grantsOf('c.relacl', "format('sequence %I.%I', n.nspname, c.relname)")} where g.grantee <> c.relowner group by g.grantee) x (line)), '') as line
  from pg_sequence s join pg_class c on c.oid = s.seqrelid join pg_namespace n on n.oid = c.relnamespace
  where ${OURS} and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'i') order by n.nspname, c.relname`

/** By name, not by position: a column of a later migration is at its alphabetical place. */
export const COLUMNS = `
  select ${TABLE} as owner, format('%I %s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then ' not null' else '' end,
      case when a.attgenerated <> '' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
        when a.atthasdef then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end,
      case a.attidentity when 'a' then ' generated always as identity' when 'd' then ' generated by default as identity' else '' end) as line
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where ${OURS} and c.relkind in ('r', 'p') order by n.nspname, c.relname, a.attname`

export const CONSTRAINTS = `
  select ${TABLE} as owner, format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid)) as line
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  where ${OURS} and k.contype not in ('n', 't') order by n.nspname, c.relname, array_position(array['p', 'u', 'f', 'c', 'x'], k.contype::text), k.conname`

export const TABLE_SETTINGS = `
  select ${TABLE} as owner, line from pg_class c join pg_namespace n on n.oid = c.relnamespace,
    lateral (values (case when c.relkind = 'p' then format('-- partition by %s', pg_get_partkeydef(c.oid)) end),
      (case when c.relrowsecurity then format('alter table %s enable row level security;', ${TABLE}) end),
      (case when c.relforcerowsecurity then format('alter table %s force row level security;', ${TABLE}) end),
      (case when c.relreplident <> 'd' then format('alter table %s replica identity %s;', ${TABLE}, case c.relreplident when 'f' then 'full' when 'n' then 'nothing' else 'using index' end) end),
      (case when c.relpersistence = 'u' then format('alter table %s set unlogged;', ${TABLE}) end),
      (case when c.reloptions is not null then format('alter table %s set (%s);', ${TABLE}, array_to_string(c.reloptions, ', ')) end)) v (line)
  where ${OURS} and c.relkind in ('r', 'p') and line is not null order by 1, 2`

export const INDEXES = `
  select ${TABLE} as owner, pg_get_indexdef(x.indexrelid) || ';' as line
  from pg_index x join pg_class c on c.oid = x.indrelid join pg_namespace n on n.oid = c.relnamespace
  where ${OURS} and not exists (select from pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u', 'x')) order by 1, 2`

export const TABLE_GRANTS = `
  select ${TABLE} as owner, s.line from pg_class c join pg_namespace n on n.oid = c.relnamespace,
    lateral (${grantsOf('c.relacl', TABLE)} where g.grantee <> c.relowner group by g.grantee) s (line)
  where ${OURS} and c.relkind in ('r', 'p') order by 1, 2`

export const COLUMN_GRANTS = `
  select ${TABLE} as owner, format('grant %s (%s) on %s to %s;', lower(g.privilege_type), string_agg(quote_ident(a.attname), ', ' order by a.attname), ${TABLE},
    case when g.grantee = 0 then 'public' else g.grantee::regrole::text end) as line
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and not a.attisdropped, lateral aclexplode(a.attacl) g
  where ${OURS} group by n.nspname, c.relname, g.privilege_type, g.grantee order by 1, 2`

const POLICY = `format('create policy %I on %s%s for %s to %s%s%s;', p.polname, ${TABLE}, case when p.polpermissive then '' else ' as restrictive' end,
      case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
      (select string_agg(case when r = 0 then 'public' else r::regrole::text end, ', ' order by r::regrole::text) from unnest(p.polroles) r),
      coalesce(' using (' || pg_get_expr(p.polqual, p.polrelid) || ')', ''), coalesce(' with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')', ''))`

export const POLICIES = `
  select ${TABLE} as owner, ${POLICY} as line from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
  where ${OURS} order by 1, p.polcmd, p.polname`

const TRIGGER = `pg_get_triggerdef(t.oid) || ';' || case t.tgenabled when 'O' then '' else ' -- ' || t.tgenabled::text end`

/** In firing order: before, then after, each by name. */
export const TRIGGERS = `
  select ${TABLE} as owner, ${TRIGGER} as line from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where ${OURS} and not t.tgisinternal order by 1, (t.tgtype & 66) = 0, t.tgname`

export const VIEWS = `
  select ${TABLE} as owner, format(E'create %sview %s%s as\\n%s', case c.relkind when 'm' then 'materialized ' else '' end, ${TABLE},
      coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', ''), pg_get_viewdef(c.oid, true))
      || coalesce((select string_agg(E'\\n' || line, '' order by line) from (${grantsOf('c.relacl', TABLE)} where g.grantee <> c.relowner group by g.grantee) s (line)), '') as line
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OURS} and c.relkind in ('v', 'm') order by 1`

export const OUTSIDE = `
  select ${TABLE} as owner, ${TRIGGER} as line from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_proc f on f.oid = t.tgfoid join pg_namespace fn on fn.oid = f.pronamespace
  where n.nspname in ('auth', 'storage', 'realtime') and fn.nspname in ('public', 'private') and not t.tgisinternal
  union all
  select ${TABLE}, ${POLICY} from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('auth', 'storage', 'realtime')
  order by 1, 2`

export const PUBLICATIONS = `
  select '' as owner, format('create publication %I for table %s;', p.pubname, string_agg(t.schemaname || '.' || t.tablename, ', ' order by t.schemaname, t.tablename)) as line
  from pg_publication p join pg_publication_tables t using (pubname) group by p.pubname order by p.pubname`

export const FUNCTIONS = `
  select f.oid::regprocedure::text as owner, pg_get_functiondef(f.oid) as line from pg_proc f join pg_namespace n on n.oid = f.pronamespace
  where ${OURS} and f.prokind in ('f', 'p') order by 1`

export const FUNCTION_GRANTS = `
  select f.oid::regprocedure::text as owner, s.line from pg_proc f join pg_namespace n on n.oid = f.pronamespace,
    lateral (${grantsOf("coalesce(f.proacl, acldefault('f', f.proowner))", "'function ' || f.oid::regprocedure::text")} where g.grantee <> f.proowner group by g.grantee) s (line)
  where ${OURS} and f.prokind in ('f', 'p') order by 1, 2`

/** Tables with the columns whose values migrations choose: not timestamps, random ids or generated columns. */
export const WRITTEN_COLUMNS = `
  select ${TABLE} as owner, string_agg(quote_ident(a.attname), ', ' order by a.attname) as line
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where (${OURS} or (n.nspname = 'storage' and c.relname = 'buckets')) and c.relkind in ('r', 'p')
    and a.attgenerated = '' and not (a.atthasdef and pg_get_expr(d.adbin, d.adrelid) ~ 'now\\(|clock_now\\(|gen_random_uuid\\(') and format_type(a.atttypid, null) !~ '^timestamp'
  group by n.nspname, c.relname order by 1`
