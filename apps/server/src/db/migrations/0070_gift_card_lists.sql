-- allows: 0045
-- Staff list gift cards, the newest first, and find them by their last four characters.
create index concurrently ledger_account_newest on ledger_account (seller_id, created_at, id);
create index concurrently ledger_account_ending on ledger_account (seller_id, ending);
-- The order whose refund a card is.
create index concurrently order_change_gift_card on order_change (seller_id, gift_card_account_id) where gift_card_account_id is not null;
create index concurrently refund_gift_card on refund (seller_id, gift_card_account_id) where gift_card_account_id is not null;
