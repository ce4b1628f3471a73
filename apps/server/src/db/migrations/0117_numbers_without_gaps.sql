-- allows: 0045
-- The first number of an order since which a seller's numbers have no gaps: those before came from one sequence for all
-- sellers. Servers of the release before count as this one does.
alter table order_counter add column gapless_from bigint not null default 100001;
set local app.seller = '*';
update order_counter set gapless_from = last_number + 1;
