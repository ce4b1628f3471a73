-- allows: 0045
-- What may be done with an order's tickets asks for jobs that let its buyer choose.
create index concurrently bulk_item_order on bulk_item (ticket_order_id, seller_id) where state = 'left';
