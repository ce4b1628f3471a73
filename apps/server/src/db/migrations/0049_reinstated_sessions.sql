-- allows: none
-- An older server has no words for the new entry of a history.
-- An order's history says when a session that the venue had cancelled takes place after all.
alter table order_change drop constraint order_change_kind_check;
alter table order_change add constraint order_change_kind_check
  check (kind in ('cancel', 'names', 'change', 'send', 'take_back', 'session_cancelled', 'session_reinstated'));
alter table order_change drop constraint order_change_session_named;
alter table order_change add constraint order_change_session_named
  check ((kind in ('session_cancelled', 'session_reinstated')) = (event_session_id is not null));
alter table order_change drop constraint order_change_session_by_venue;
alter table order_change add constraint order_change_session_by_venue
  check (kind not in ('session_cancelled', 'session_reinstated') or (actor = 'venue' and value = 0));
