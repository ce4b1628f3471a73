-- allows: 0045
-- The list of a gate has the cancelled tickets of a day's sessions, and staff look for cancelled orders of a session.
create index concurrently ticket_cancelled_session on ticket (event_session_id, seller_id) where state = 'cancelled';
