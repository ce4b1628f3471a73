-- What a seat is besides a chair: shown as a sign on the seat map, and looked for by 'best available'.
alter table seat add column kind text check (kind in ('wheelchair', 'companion', 'restricted_view'));
