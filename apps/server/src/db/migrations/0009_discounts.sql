-- What a seller takes off, what codes may be used how often, and what each cart was given.

-- Counted over all codes of the group, and for each buyer: by visitor, and at the till by e-mail address.
alter table code_group
  add column max_uses int not null default -1 check (max_uses >= -1),
  add column max_uses_each int not null default -1 check (max_uses_each >= -1),
  add column used int not null default 0 check (used >= 0),
  -- Groups that its codes open beside it, and those that they open in turn.
  add column activates uuid[] not null default '{}';

-- A code that does nothing in its cart waits there and uses nothing.
alter table cart_code add column at_work boolean not null default true;

create table discount (
  seller_id uuid not null references seller (id),
  id uuid not null,
  key text not null,
  -- Shown in the cart where it takes something off.
  name text not null,
  description text,
  -- A code of one of these puts it to work; without any it needs none.
  code_group_ids uuid[] not null default '{}',
  -- rules/discounts.ts
  benefit jsonb not null,
  per text not null check (per in ('ticket', 'cart')),
  scopes jsonb not null default '[]',
  min_tickets int not null default 1 check (min_tickets >= 1),
  max_tickets int not null default -1 check (max_tickets = -1 or max_tickets >= 1),
  valid_from timestamptz,
  valid_to timestamptz,
  visit_from date,
  visit_until date,
  stacking text not null check (stacking in ('alone', 'with_others')),
  rank int not null default 0,
  retired boolean not null default false,
  primary key (seller_id, id),
  unique (seller_id, key)
);

-- What a discount takes off a cart, as it was last worked out: shown is charged.
create table cart_discount (
  seller_id uuid not null references seller (id),
  cart_id uuid not null,
  discount_id uuid not null,
  amount bigint not null check (amount > 0),
  primary key (cart_id, discount_id, seller_id),
  foreign key (seller_id, cart_id) references cart (seller_id, id),
  foreign key (seller_id, discount_id) references discount (seller_id, id)
);
create index cart_discount_discount on cart_discount (discount_id, seller_id);

-- Whoever buys is found again by their address, however they write it.
create function person_of(email text) returns text language sql immutable strict parallel safe
  return regexp_replace(lower(trim(email)), '\+[^@]*@', '@');
create index identity_person on identity (person_of(email), seller_id) where email is not null;
create index cart_purchaser on cart (purchaser_identity_id, seller_id) where purchaser_identity_id is not null;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['discount', 'cart_discount']
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
grant select, insert, update, delete on discount, cart_discount to foyer_app;
