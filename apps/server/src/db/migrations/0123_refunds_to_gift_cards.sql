-- allows: 0045
-- Older servers cannot show the history of an order with the new entry: give no refund as a gift card while these run.
-- Money of an order that staff give as a new gift card, and whose tickets stay. It is no price of tickets, and nothing is kept.
alter table order_change drop constraint order_change_kind_check;
alter table order_change add constraint order_change_kind_check check (kind in ('cancel', 'names', 'change', 'send', 'take_back', 'session_cancelled', 'session_reinstated', 'session_moved', 'refund')) not valid;
alter table order_change drop constraint order_change_tickets_check;
alter table order_change add constraint order_change_tickets_check check (kind = 'refund' or tickets > 0) not valid;
alter table order_change drop constraint order_change_adds_up;
alter table order_change add constraint order_change_adds_up check (kind = 'refund' or refund + gift_card - bonus <= value + paid - fee - added) not valid;
alter table order_change add constraint order_change_refund check (kind <> 'refund' or (actor = 'venue' and tickets = 0 and value = 0 and refund = 0 and bonus = 0 and gift_card > 0)) not valid;
