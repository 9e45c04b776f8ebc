-- what a sale is, in one place: the dashboard, the analytics and the list of orders behind a figure mean the same (docs/decisions/0023).
-- an order that is not cancelled and that the shop has accepted or been paid for. a body in standard sql, so that it is
-- written into the query that asks: a condition, not a call for each row.
create function private.is_sale(status text, payment_state text) returns boolean
language sql immutable return status <> 'cancelled' and (status <> 'pending' or payment_state = 'paid');
revoke all on function private.is_sale(text, text) from public;
