-- allows: none
-- An older server would take a moved session for another one, and has no words for the new entry of a history.
-- When a session was to begin before it was moved; null while it begins as planned. With its event it says which session of
-- the catalogue it is.
alter table event_session add column planned_start timestamptz;
alter table event_session add constraint event_session_moved check (planned_start <> start_datetime);

-- An order's history says when the venue moved a session that it has tickets for, and from when to when.
alter table order_change add column moved_from timestamptz;
alter table order_change add column moved_to timestamptz;
alter table order_change drop constraint order_change_kind_check;
alter table order_change add constraint order_change_kind_check
  check (kind in ('cancel', 'names', 'change', 'send', 'take_back', 'session_cancelled', 'session_reinstated', 'session_moved'));
alter table order_change drop constraint order_change_session_named;
alter table order_change add constraint order_change_session_named
  check ((kind in ('session_cancelled', 'session_reinstated', 'session_moved')) = (event_session_id is not null));
alter table order_change drop constraint order_change_session_by_venue;
alter table order_change add constraint order_change_session_by_venue
  check (kind not in ('session_cancelled', 'session_reinstated', 'session_moved') or (actor = 'venue' and value = 0));
alter table order_change add constraint order_change_moved
  check ((kind = 'session_moved') = (moved_from is not null) and (kind = 'session_moved') = (moved_to is not null));
