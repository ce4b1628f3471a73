-- allows: 0045
-- The first, the last, the cheapest and the dearest of the sessions on sale, each at one end of an index, and all-day sessions that have
-- begun. No hold changes a column of them, so that counters are still written without touching an index.
create index concurrently event_session_on_sale on event_session (seller_id, event_template_id, start_datetime) where not cancelled and not retired;
create index concurrently event_session_price on event_session (seller_id, event_template_id, min_price, start_datetime) where not cancelled and not retired;
create index concurrently event_session_long on event_session (seller_id, event_template_id, start_datetime, end_datetime)
  where not cancelled and not retired and end_datetime - start_datetime > interval '5 hours';
