-- The comments, names of variables and error sentences inside the functions, as supabase/schemas has them now.
do $$
declare
  texts constant text[] := array[
    '''Nobody blocks his own account''',
    '''You cannot block your own account''',
    '-- asked behind the lock: he may have been blocked meanwhile',
    '-- checked behind the lock: the caller may have been blocked just before',
    '''Somebody else has named this series meanwhile''',
    '''This series has changed since it was read''',
    '''Somebody else has changed the mail server meanwhile''',
    '''The mail server has changed since it was read''',
    '''Somebody else has changed the settings''',
    '''The settings have changed since they were read''',
    '''The categories were changed meanwhile''',
    '''The categories have changed since they were read''',
    '''The category was changed meanwhile''',
    '''The category has changed since it was read''',
    '''This product was changed meanwhile''',
    '''This product has changed since it was read''',
    '''The pictures were changed meanwhile''',
    '''The pictures have changed since they were read''',
    'in the order in which the desk and every other writer lock products',
    'in the order in which the order service and every other writer lock products',
    '''Somebody else changed % of these products meanwhile''',
    '''% of these products have changed since they were read''',
    '-- whoever changes a product this moment goes first',
    '-- a change of a product in progress goes first',
    '''The banners were changed meanwhile''',
    '''The banners have changed since they were read''',
    'without one it can still be the customer''s own cancellation, whoever he is besides',
    'without one it can still be the customer''s own cancellation, also of a customer who is staff',
    'the desk holds its locks on goods and discounts by
  -- now, and asks for none after this',
    'the order service holds its locks on goods and
  -- discounts by now, and takes none after this',
    '-- whoever is paying or cancelling this very moment goes first',
    '-- a payment or cancellation in progress goes first',
    '  told timestamptz := private.clock_now();',
    '  claimed timestamptz := private.clock_now();',
    '-- sent twice: told already',
    '-- sent twice: recorded already',
    'c.claimed_at > told - interval',
    'c.claimed_at > claimed - interval',
    '''Too many references were told''',
    '''Too many UPI references were entered''',
    'claimed_at = told
',
    'claimed_at = claimed
',
    '(p_order, auth.uid(), told)',
    '(p_order, auth.uid(), claimed)',
    'with recursive shelf as (',
    'with recursive scope as (',
    'from public.categories c join shelf on c.parent_id = shelf.id)',
    'from public.categories c join scope on c.parent_id = scope.id)',
    'p.category_id in (select shelf.id from shelf)',
    'p.category_id in (select scope.id from scope)',
    '  told integer;',
    '  notified integer;',
    '-- the house knows its own offers',
    '-- staff know the offers',
    'get diagnostics told = row_count;',
    'get diagnostics notified = row_count;',
    '  return told;',
    '  return notified;',
    '-- the same wrong code again tells nothing new: a cart that changes has it looked up anew',
    '-- the same wrong code again is no guess: each change of the cart looks it up again',
    'the old one would be answered with the old failure for ever',
    'the old one would return the old failure every time',
    '-- across the counter: the steps in between take no time, so nobody is told of them, and history says what they were',
    '-- across the counter the steps in between take no time: they notify no one, and the history says what they were',
    '-- somebody waits for it: before all that is due, whose readers do not',
    '-- someone is waiting for it: it goes before everything else that is due',
    '-- a step''s own line is told by the step, and the order''s payment by the payment',
    '-- the step itself has the line of a step, and the payment that of the order''s payment',
    '-- of her newest 500 orders',
    '-- of the newest 500 orders',
    '-- somebody still waits for money',
    '-- the buyer still waits for money',
    '-- an address that nobody proved. staff who were invited, and whoever has ordered, are no such account',
    '-- an unverified address. invited staff and accounts with orders do not count',
    '-- rule 46 asks for name and address, and for no way to call somebody',
    '-- rule 46 asks for name and address, not for contact details',
    '-- somebody else''s order is as unknown as none',
    '-- another customer''s order is as unknown as none',
    '  told integer := 0;',
    '  notified integer := 0;',
    'told := told + done;',
    'notified := notified + done;'];
  f record;
  definition text;
begin
  for f in select p.oid, pg_catalog.pg_get_functiondef(p.oid) as made from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') and p.prokind = 'f' and p.prosqlbody is null order by p.oid loop
    definition := f.made;
    for i in 1 .. cardinality(texts) by 2 loop
      definition := replace(definition, texts[i], texts[i + 1]);
    end loop;
    if definition <> f.made then execute definition; end if;
  end loop;
end $$;

update private.limits set about = 'UPI references that a buyer may enter for one order, corrections included.' where name = 'claims_per_order';
update private.limits set about = 'UPI references that one account may enter in 24 hours.' where name = 'claims_per_day';
