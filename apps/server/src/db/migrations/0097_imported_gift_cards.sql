-- allows: 0045
-- Cards that staff import from a file are a batch without an amount: each has a balance of its own. They are made in the
-- transaction of their batch, so an older server never finds such a batch to be continued.
alter table gift_card_batch alter column amount drop not null;
