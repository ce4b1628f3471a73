-- What was never sold may leave with the catalogue that took it back, and its prices with it: they prove nothing.
alter table price_log drop constraint price_log_seller_id_ticket_type_id_fkey;
alter table price_log add constraint price_log_of_its_type
  foreign key (seller_id, ticket_type_id) references ticket_type (seller_id, id) on delete cascade;

-- What the installation remembers of itself, such as the day on which the demo sellers were brought up to date.
create table house_note (
  name text primary key,
  value text not null
);
grant select, insert, update, delete on house_note to foyer_app;
