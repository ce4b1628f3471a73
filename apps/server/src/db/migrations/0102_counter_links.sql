-- allows: 0045
-- A sale at the counter that its buyer pays by a link: its id, who made it, and what it came to, in minor units.
alter table cart add column counter_link_id uuid;
alter table cart add column counter_staff_id uuid;
alter table cart add column counter_total bigint;
