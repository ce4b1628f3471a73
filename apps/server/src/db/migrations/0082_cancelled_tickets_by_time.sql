-- allows: 0045
-- When a ticket was cancelled, for the report of memberships.
create index concurrently transition_cancelled on transition (seller_id, entity_id) where entity = 'ticket' and to_state = 'cancelled';
