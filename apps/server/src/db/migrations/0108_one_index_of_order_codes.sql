-- allows: 0045
-- The unique key of orders by their scan code and seller finds them as well.
drop index ticket_order_scan_code;
