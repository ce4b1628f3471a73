-- What a seller does not sell together or not without a code, the codes, and where they are at work.

create table code_group (
  seller_id uuid not null references seller (id),
  id uuid not null,
  key text not null,
  -- Shown in the cart when one of its codes is at work.
  name text not null,
  description text,
  rank int not null default 0,
  retired boolean not null default false,
  primary key (seller_id, id),
  unique (seller_id, key)
);

create table code (
  seller_id uuid not null references seller (id),
  id uuid not null,
  code_group_id uuid not null,
  -- As the seller writes it, and as it is compared.
  code text not null,
  folded text not null,
  valid_from timestamptz,
  valid_to timestamptz,
  max_uses int not null default -1 check (max_uses >= -1),
  -- Counts the carts that have it, pending and completed.
  used int not null default 0 check (used >= 0),
  retired boolean not null default false,
  primary key (seller_id, id),
  unique (folded, seller_id),
  foreign key (seller_id, code_group_id) references code_group (seller_id, id)
);

-- A code at work on a cart: one use of it. It goes when the cart expires or it is good for nothing there any more.
create table cart_code (
  seller_id uuid not null references seller (id),
  cart_id uuid not null,
  code_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (cart_id, code_id, seller_id),
  foreign key (seller_id, cart_id) references cart (seller_id, id),
  foreign key (seller_id, code_id) references code (seller_id, id)
);
create index cart_code_code on cart_code (code_id, seller_id);

-- A rule of the whole shop, or of one event.
create table checkout_rule (
  seller_id uuid not null references seller (id),
  id uuid not null,
  event_template_id uuid,
  key text not null,
  description text not null,
  blocks text not null check (blocks in ('reserve', 'checkout')),
  -- A code of this group lifts it.
  code_group_id uuid,
  -- All of them have to hold: rules/checkoutRules.ts.
  conditions jsonb not null,
  rank int not null default 0,
  primary key (seller_id, id),
  unique nulls not distinct (seller_id, event_template_id, key),
  foreign key (seller_id, event_template_id) references event_template (seller_id, id),
  foreign key (seller_id, code_group_id) references code_group (seller_id, id)
);

-- A voucher of a city pass, as codes are compared. It lets one person in once: one live ticket of the seller, whoever holds it.
alter table ticket add column voucher text;
create unique index ticket_one_voucher on ticket (voucher, seller_id)
  where voucher is not null and state in ('held', 'in_cart', 'booked', 'redeemed');

-- Held because of the cart's anchor, by the catalogue of that moment.
alter table ticket add column needs_anchor boolean not null default false;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['code_group', 'code', 'cart_code', 'checkout_rule']
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
grant select, insert, update, delete on code_group, code, cart_code, checkout_rule to foyer_app;
