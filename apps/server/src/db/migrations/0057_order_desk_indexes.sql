-- allows: 0045
-- Orders by the day of their sale, and payments by their order: an order's page read all payments of its seller.
create index concurrently ticket_order_sold on ticket_order (seller_id, created_at);
create index concurrently payment_order on payment (seller_id, ticket_order_id) where ticket_order_id is not null;
