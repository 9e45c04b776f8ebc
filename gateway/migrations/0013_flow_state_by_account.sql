-- Links that are asked for, and sessions that end, look for the flows of an account; so does the deletion of the account.
create index if not exists flow_state_user_id_idx on auth.flow_state (user_id);
