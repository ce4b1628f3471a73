-- allows: 0045
-- What the purchaser declared when they bought, so that the report of a span that is over stays as it is when they change it
-- or are erased. Null: of a server of before, so the purchaser's own field counts.
alter table ticket_order add column gift_aid boolean;
