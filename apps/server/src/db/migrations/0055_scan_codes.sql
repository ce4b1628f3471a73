-- allows: 0045
create index concurrently ticket_scan_code on ticket (seller_id, scan_code) where scan_code is not null;
create index concurrently ticket_order_scan_code on ticket_order (seller_id, scan_code);
create index concurrently order_change_newest on order_change (seller_id, created_at);
