-- allows: 0041
-- The files of the built pages of the last releases, so that servers of two releases answer each other's. The owner of the
-- tables stores them when a server starts; the app's role reads them and can change none.
create table page_release (
  -- SHA-256 of the names of its files, which contain their hashes.
  id text primary key,
  files text[] not null,
  -- When a server of it last started.
  started_at timestamptz not null default app_now()
);
create table page_file (
  -- With '.br' or '.gz' where it is compressed.
  name text primary key,
  bytes bytea not null
);
grant select on page_release, page_file to foyer_app;
