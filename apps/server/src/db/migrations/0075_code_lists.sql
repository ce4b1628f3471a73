-- allows: 0045
-- Staff list codes by their text, and download those that were made together.
create index concurrently code_by_text on code (seller_id, normalized collate "C");
create index concurrently code_of_batch on code (seller_id, code_batch_id, id) where code_batch_id is not null;
create index concurrently code_of_group on code (seller_id, code_group_id);
