-- allows: 0045
-- A membership that is renewed with gift cards alone is no till's. A server of before sells with a till, and asks no more.
alter table counter_sale alter column till_id drop not null;

-- Physical membership cards that were sent, by the number on them. A card without a row is still to be made.
create table plastic_card (
  seller_id uuid not null references seller (id),
  member_number text not null,
  -- The term that was marked; the number may go on in later ones.
  membership_id uuid not null,
  state text not null check (state in ('sent', 'returned')),
  staff_id uuid not null references staff (id),
  marked_at timestamptz not null default app_now(),
  primary key (seller_id, member_number),
  foreign key (seller_id, membership_id) references membership (seller_id, id)
);
create index plastic_card_membership on plastic_card (seller_id, membership_id);

alter table plastic_card enable row level security;
alter table plastic_card force row level security;
create policy of_its_seller on plastic_card
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');
grant select, insert, update on plastic_card to foyer_app;
