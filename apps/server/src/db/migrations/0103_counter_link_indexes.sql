-- allows: 0045
-- One link for each sale.
create unique index concurrently cart_counter_link on cart (seller_id, counter_link_id) where counter_link_id is not null;
create index concurrently cart_counter_staff on cart (seller_id, counter_staff_id, created_at) where counter_staff_id is not null;
