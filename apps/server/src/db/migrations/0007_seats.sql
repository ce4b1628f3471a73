-- Halls and their seats. Everything is in map units, from the left and the top.

create table seat_map (
  seller_id uuid not null references seller (id),
  id uuid not null,
  key text not null,
  name text not null,
  width double precision not null check (width > 0),
  height double precision not null check (height > 0),
  other_elements jsonb not null default '[]',
  map_geometry jsonb not null default '[]',
  -- Retired by an import that no longer names it: kept for the seats that tickets name.
  retired boolean not null default false,
  primary key (seller_id, id),
  unique (seller_id, key)
);

create table seat (
  seller_id uuid not null references seller (id),
  id uuid not null,
  seat_map_id uuid not null,
  -- 'section/row/label', by which an import finds it again.
  key text not null,
  section text not null,
  "row" text not null,
  label text not null,
  -- What its ticket says.
  name text not null,
  -- The price area: groups say which of them they sell.
  zone text not null,
  x double precision not null,
  y double precision not null,
  r double precision not null check (r > 0),
  note text,
  -- The seats beside it. No foreign key: they come, change and leave together, and `foyer check` looks at them.
  previous_id uuid,
  next_id uuid,
  rank int not null default 0,
  -- No longer in the hall: kept for its tickets, not sold.
  retired boolean not null default false,
  primary key (seller_id, id),
  unique (seller_id, seat_map_id, key),
  foreign key (seller_id, seat_map_id) references seat_map (seller_id, id)
);

alter table event_template add seat_map_id uuid;
alter table event_template add foreign key (seller_id, seat_map_id) references seat_map (seller_id, id);
create index event_template_seat_map on event_template (seat_map_id, seller_id) where seat_map_id is not null;
-- Zones of the event's seat map that a seated group sells.
alter table ticket_group add seat_zones text[] not null default '{}';

alter table ticket add constraint ticket_of_its_seat foreign key (seller_id, seat_id) references seat (seller_id, id);
-- Whether a seat was ever sold is asked when it leaves the hall.
create index ticket_seat on ticket (seat_id, seller_id) where seat_id is not null;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['seat_map', 'seat']
  loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      $policy$create policy of_its_seller on %I
        using (seller_id::text = (select current_setting('app.seller', true)) or (select current_setting('app.seller', true)) = '*')
        with check (seller_id::text = (select current_setting('app.seller', true)) or (select current_setting('app.seller', true)) = '*')$policy$,
      tenant_table);
  end loop;
end $$;
grant select, insert, update, delete on seat_map, seat to foyer_app;
