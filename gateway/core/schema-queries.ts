/** Catalogue queries. They run with an empty search_path, so that all type names are qualified. */

export type RelationRow = {
  schema: string
  name: string
  kind: 'table' | 'view'
  columns: { name: string; type: string; defaultSql: string | null; fromJson: string | null }[]
  primaryKey: string[]
}

export const RELATIONS = `
  select n.nspname as schema, c.relname as name,
    case when c.relkind in ('v', 'm') then 'view' else 'table' end as kind,
    coalesce((
      select json_agg(json_build_object(
        'name', a.attname,
        'type', format_type(a.atttypid, a.atttypmod),
        'defaultSql', case
          -- pg_get_serial_sequence would need USAGE on the schema, which the login may lack
          when a.attidentity <> '' then (
            select format('nextval(%L::regclass)', format('%I.%I', sn.nspname, s.relname))
            from pg_depend i
            join pg_class s on s.oid = i.objid and s.relkind = 'S'
            join pg_namespace sn on sn.oid = s.relnamespace
            where i.classid = 'pg_class'::regclass and i.refclassid = 'pg_class'::regclass
              and i.refobjid = c.oid and i.refobjsubid = a.attnum and i.deptype = 'i'
          )
          when a.attgenerated <> '' then null
          else pg_get_expr(d.adbin, d.adrelid)
        end,
        -- a domain with an implicit cast from json: PostgREST's domain representations
        'fromJson', (
          select format('%I.%I', fn.nspname, f.proname)
          from pg_cast k
          join pg_proc f on f.oid = k.castfunc
          join pg_namespace fn on fn.oid = f.pronamespace
          join pg_type t on t.oid = k.casttarget and t.typtype = 'd'
          where k.casttarget = a.atttypid and k.castsource = 'json'::regtype and k.castcontext = 'i' and k.castmethod = 'f'
        )) order by a.attnum)
      from pg_attribute a
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ), '[]') as columns,
    coalesce((
      select json_agg(a.attname order by k.position)
      from pg_constraint p
      cross join unnest(p.conkey) with ordinality as k (attnum, position)
      join pg_attribute a on a.attrelid = p.conrelid and a.attnum = k.attnum
      where p.conrelid = c.oid and p.contype = 'p'
    ), '[]') as "primaryKey"
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relkind in ('r', 'p', 'f', 'v', 'm') and not c.relispartition
  order by 1, 2`

export type ForeignKeyRow = {
  name: string
  schema: string
  table: string
  columns: string[]
  referencedSchema: string
  referencedTable: string
  referencedColumns: string[]
  unique: boolean
}

export const FOREIGN_KEYS = `
  select f.conname as name, n.nspname as schema, c.relname as table,
    (select json_agg(a.attname order by k.position) from unnest(f.conkey) with ordinality as k (attnum, position)
      join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.attnum) as columns,
    fn.nspname as "referencedSchema", fc.relname as "referencedTable",
    (select json_agg(a.attname order by k.position) from unnest(f.confkey) with ordinality as k (attnum, position)
      join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.attnum) as "referencedColumns",
    exists (
      select from pg_index i
      where i.indrelid = f.conrelid and i.indisunique and i.indpred is null and i.indexprs is null
        -- all key columns of the index belong to the foreign key, so the foreign key determines the row
        and (select array_agg(x) from unnest(i.indkey[0:i.indnkeyatts - 1]) x) <@ f.conkey
    ) as unique
  from pg_constraint f
  join pg_class c on c.oid = f.conrelid
  join pg_namespace n on n.oid = c.relnamespace
  join pg_class fc on fc.oid = f.confrelid
  join pg_namespace fn on fn.oid = fc.relnamespace
  where f.contype = 'f' and f.conparentid = 0 and n.nspname = any($1) and fn.nspname = any($1)
  order by 1`

export type FunctionRow = {
  schema: string
  name: string
  parameters: { name: string | null; type: string; mode: 'i' | 'o' | 'b' | 'v' | 't'; required: boolean }[]
  returnsSet: boolean
  returnType: string
  volatile: boolean
  relationSchema: string | null
  relationName: string | null
  /** Columns of a composite return type, even if its table is not exposed. */
  relationColumns: { name: string; type: string }[] | null
}

/** Parameter types are formatted with modifier -1: plain 'character' would mean one character, and 'bit' one bit. */
export const FUNCTIONS = `
  select n.nspname as schema, p.proname as name,
    coalesce((
      select json_agg(json_build_object(
        'name', p.proargnames[a.position],
        'type', format_type(a.type, -1),
        'mode', coalesce(p.proargmodes[a.position], 'i'),
        -- defaults belong to the last input parameters
        'required', (
          select count(*) from generate_series(1, a.position) as g
          where coalesce(p.proargmodes[g], 'i') in ('i', 'b', 'v')
        ) <= p.pronargs - p.pronargdefaults
      ) order by a.position)
      from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as a (type, position)
    ), '[]') as parameters,
    p.proretset as "returnsSet", format_type(t.oid, null) as "returnType", p.provolatile = 'v' as volatile,
    case when rc.relkind <> 'c' then rn.nspname end as "relationSchema",
    case when rc.relkind <> 'c' then rc.relname end as "relationName",
    (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
      from pg_attribute a where a.attrelid = rc.oid and a.attnum > 0 and not a.attisdropped) as "relationColumns"
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  join pg_type t on t.oid = p.prorettype
  left join pg_type b on b.oid = case when t.typtype = 'd' then t.typbasetype else t.oid end
  left join pg_class rc on rc.oid = b.typrelid and b.typtype = 'c'
  left join pg_namespace rn on rn.oid = rc.relnamespace
  where n.nspname = any($1) and p.prokind = 'f'
    and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype, 'internal'::regtype)
  order by 1, 2, p.oid`

export type RoleSettingRow = { role: string; name: string; value: string }

export const ROLE_SETTINGS = `
  select r.rolname as role, split_part(s.setting, '=', 1) as name, substr(s.setting, strpos(s.setting, '=') + 1) as value
  from pg_roles r
  cross join unnest(r.rolconfig) as s (setting)
  join pg_settings g on g.name = lower(split_part(s.setting, '=', 1))
  where pg_has_role(session_user, r.oid, 'member') and r.rolname <> session_user
    and g.context = 'user' and g.name <> 'search_path'`
