-- allows: 0045
-- Codes that staff import from a file are a batch without a pattern. They are made in the transaction of their batch, so an
-- older server never finds such a batch to be continued, and its list shows an empty prefix.
alter table code_batch alter column length drop not null;
