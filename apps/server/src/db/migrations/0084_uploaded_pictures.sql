-- allows: 0045
-- Pictures that staff uploaded in the back office and that are not published yet. The catalogue's drafts name them; publishing
-- copies them to image_asset. A server of before refuses drafts that name one.
create table uploaded_picture (
  seller_id uuid not null references seller (id),
  -- Names its content too, so a key always has the same bytes.
  key text not null check (length(key) between 1 and 63),
  sha256 text not null,
  mime text not null,
  width int not null,
  height int not null,
  bytes bytea not null check (octet_length(bytes) <= 12582912),
  uploaded_at timestamptz not null default app_now(),
  primary key (seller_id, key)
);

alter table uploaded_picture enable row level security;
alter table uploaded_picture force row level security;
create policy of_its_seller on uploaded_picture
  using (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*')
  with check (seller_id::text = current_setting('app.seller', true) or current_setting('app.seller', true) = '*');

create index uploaded_picture_age on uploaded_picture (seller_id, uploaded_at);
grant select, insert, delete on uploaded_picture to foyer_app;
grant update (uploaded_at) on uploaded_picture to foyer_app;
