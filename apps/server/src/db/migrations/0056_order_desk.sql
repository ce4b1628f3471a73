-- allows: 0045
-- The order desk: words to find orders by, and what staff note on them.
-- Comparisons of "C" text tell nothing of hidden rows, so they can use an index under row-level security; trigrams cannot.
create table order_word (
  seller_id uuid not null,
  kind text not null check (kind in ('name', 'email', 'phone', 'card')),
  -- Folded: without accents and case. A telephone number is stored backwards, because people type its end.
  word text collate "C" not null check (length(word) between 1 and 80),
  -- No foreign keys, which would look the seller and the order up for each word: neither is ever deleted.
  order_number bigint not null,
  primary key (seller_id, kind, word, order_number)
);
create index order_word_order on order_word (seller_id, order_number);

-- Orders whose words are to be written anew. A row is added in the transaction of the change, so none is forgotten; several
-- may name the same order.
create table order_search_due (
  seller_id uuid not null,
  id uuid not null,
  ticket_order_id uuid not null,
  primary key (seller_id, id)
);
select set_config('app.seller', '*', true);
insert into order_search_due (seller_id, id, ticket_order_id) select seller_id, gen_random_uuid(), id from ticket_order;

-- Seen by staff alone.
create table order_note (
  seller_id uuid not null references seller (id),
  id uuid not null,
  ticket_order_id uuid not null,
  -- Null once the purchaser is erased.
  text text check (length(text) between 1 and 2000),
  is_pinned boolean not null default false,
  staff_id uuid not null references staff (id),
  created_at timestamptz not null default app_now(),
  primary key (seller_id, id),
  foreign key (seller_id, ticket_order_id) references ticket_order (seller_id, id)
);
create index order_note_order on order_note (seller_id, ticket_order_id);

alter table order_word enable row level security;
alter table order_word force row level security;
create policy of_its_seller on order_word
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
alter table order_search_due enable row level security;
alter table order_search_due force row level security;
create policy of_its_seller on order_search_due
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
alter table order_note enable row level security;
alter table order_note force row level security;
create policy of_its_seller on order_note
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');

grant select, insert, delete on order_word, order_search_due to foyer_app;
-- Taking due rows locks them.
grant update (id) on order_search_due to foyer_app;
grant select, insert on order_note to foyer_app;
grant update (text, is_pinned) on order_note to foyer_app;
