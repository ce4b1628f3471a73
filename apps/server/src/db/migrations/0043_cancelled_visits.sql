-- allows: none
-- An older server has no words for the new entry of a history.
-- An order's history says when the venue cancelled a session that it has tickets for.
alter table order_change drop constraint order_change_kind_check;
alter table order_change add constraint order_change_kind_check
  check (kind in ('cancel', 'names', 'change', 'send', 'take_back', 'session_cancelled'));
alter table order_change add column event_session_id uuid;
alter table order_change add constraint order_change_session foreign key (seller_id, event_session_id)
  references event_session (seller_id, id);
-- It costs and gives back nothing by itself: the buyer chooses between the money and another session.
alter table order_change add constraint order_change_session_named check ((kind = 'session_cancelled') = (event_session_id is not null));
alter table order_change add constraint order_change_session_by_venue check (kind <> 'session_cancelled' or (actor = 'venue' and value = 0));
