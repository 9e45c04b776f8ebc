-- the back office's customers: one line each for the list, one call for the page of one.

create index profiles_name_idx on public.profiles (lower(coalesce(nullif(full_name, ''), company_name, '')), id);

-- with the caller's own rights: who is no admin finds no figures, and so no line. sorted by name, since, spent or last order it
-- walks an index; ties and pages go by id, which is the figures' user_id too.
create view public.customers with (security_invoker = true) as
  select p.id, p.full_name, p.company_name, p.gstin, p.phone, p.created_at, f.orders, f.spent, f.last_order_at,
    -- who never ordered may have said where she lives
    coalesce(f.state, (select a.state from public.addresses a where a.user_id = p.id order by a.is_default desc, a.created_at desc limit 1)) as state,
    b.created_at as blocked_at,
    exists (select from public.user_roles r where r.user_id = p.id) as is_staff,
    lower(coalesce(nullif(p.full_name, ''), p.company_name, '')) as sort_name,
    coalesce(p.full_name, '') || ' ' || coalesce(p.company_name, '') || ' ' || coalesce(p.phone, '') || ' ' || coalesce(p.gstin, '') as words
  from public.profiles p
  join public.customer_figures f on f.user_id = p.id
  left join public.account_blocks b on b.user_id = p.id;
revoke all on public.customers from anon, authenticated, service_role;   -- read alone, and nothing for anon
grant select on public.customers to authenticated, service_role;

-- e-mails are for a super admin (docs/rules.md#roles); everybody else gets none, and no error. by id, or by how an address begins
create function public.auth_emails(p_users uuid[] default null, p_begins text default null)
returns table (user_id uuid, email text)
language sql stable security definer set search_path = '' rows 50 as $$
  (select u.id, u.email::text from auth.users u where u.id = any (p_users) and (select private.is_super_admin()) limit 1000)
  union
  (select u.id, u.email::text from auth.users u
    where length(p_begins) >= 3 and starts_with(u.email::text, lower(p_begins)) and (select private.is_super_admin()) order by u.email limit 50)
$$;

-- one customer: profile, figures, block, addresses, consents, complaints and what she buys most. null: no such customer
create function public.admin_customer(p_user uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then raise exception 'permission denied for customers' using errcode = '42501'; end if;
  return (
    select jsonb_build_object(
      'profile', jsonb_build_object('id', p.id, 'full_name', p.full_name, 'company_name', p.company_name, 'gstin', p.gstin, 'phone', p.phone,
        'created_at', p.created_at, 'updated_at', p.updated_at),
      'email', case when private.is_super_admin() then u.email end,
      'last_sign_in_at', u.last_sign_in_at,
      'roles', (select coalesce(jsonb_agg(r.role order by r.role desc), '[]') from public.user_roles r where r.user_id = p.id),
      'orders', f.orders, 'spent', f.spent, 'last_order_at', f.last_order_at,
      'block', (select jsonb_build_object('reason', b.reason, 'created_at', b.created_at, 'by', w.full_name)
        from public.account_blocks b left join public.profiles w on w.id = b.blocked_by where b.user_id = p.id),
      'addresses', (select coalesce(jsonb_agg(to_jsonb(a) - 'user_id' - 'updated_at' order by a.is_default desc, a.created_at desc), '[]')
        from (select * from public.addresses x where x.user_id = p.id order by x.is_default desc, x.created_at desc limit 50) a),
      'consents', (select coalesce(jsonb_agg(to_jsonb(c) order by c.purpose), '[]') from (
        select distinct on (s.purpose) s.purpose, s.given, s.created_at from public.consents s where s.user_id = p.id order by s.purpose, s.id desc) c),
      'complaints', (select coalesce(jsonb_agg(to_jsonb(k) order by k.created_at desc), '[]') from (
        select x.id, x.number, x.status, x.created_at from public.complaints x where x.user_id = p.id order by x.created_at desc limit 5) k),
      -- of her newest 500 orders
      'products', (select coalesce(jsonb_agg(to_jsonb(g) order by g.quantity desc, g.total desc, g.name), '[]') from (
        select i.product_id, max(i.product_name) as name, sum(i.quantity) as quantity, sum(i.total) as total, count(distinct i.order_id) as orders
        from (select o.id from public.orders o
          where o.user_id = p.id and private.is_sale(o.status, o.payment_state) order by o.created_at desc limit 500) o
        join public.order_items i on i.order_id = o.id
        group by i.product_id, case when i.product_id is null then i.product_name end
        order by quantity desc, total desc limit 6) g))
    from public.profiles p join auth.users u on u.id = p.id join public.customer_figures f on f.user_id = p.id where p.id = p_user);
end $$;

revoke all on function public.auth_emails(uuid[], text), public.admin_customer(uuid) from public;
grant execute on function public.auth_emails(uuid[], text), public.admin_customer(uuid) to authenticated;   -- the bodies decide; nothing for anon
