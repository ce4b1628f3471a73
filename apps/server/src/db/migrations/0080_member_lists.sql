-- allows: 0045
-- Staff list members by the end of their term, and find them by post code. Under row-level security an index is used of `case`,
-- and not of `coalesce` (0047).
create index concurrently membership_end on membership
  (seller_id, (case when valid_to is null then timestamptz 'infinity' else valid_to end), id);
create index concurrently membership_level_end on membership
  (seller_id, ticket_group_id, (case when valid_to is null then timestamptz 'infinity' else valid_to end), id);
create index concurrently membership_cancelled on membership
  (seller_id, (case when valid_to is null then timestamptz 'infinity' else valid_to end), id) where state = 'cancelled';
create index concurrently identity_zip_code on identity (seller_id, zip_code) where zip_code is not null;
