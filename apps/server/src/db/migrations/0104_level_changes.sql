-- allows: 0045
-- What the term of a level that was changed within it is worth, in minor units; null: what its ticket cost.
alter table membership add column worth bigint;
-- The cart by which a change of its level is paid, through a link; null without one.
alter table membership add column change_cart_id uuid;
