-- When the buyers of a cancelled session were written to; null while they were not.
alter table event_session add column buyers_told_at timestamptz;
update event_session set buyers_told_at = now() where cancelled;
create index event_session_to_tell on event_session (seller_id) where cancelled and buyers_told_at is null;
create index event_session_told on event_session (seller_id) where not cancelled and buyers_told_at is not null;
