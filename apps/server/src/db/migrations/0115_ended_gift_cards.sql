-- allows: 0045
-- The balance of a gift card is taken off once its end has passed (`ended`, by a job and so by nobody of the staff), and
-- given back where the end is moved (`extended`).
alter table gift_card_act drop constraint gift_card_act_act_check;
alter table gift_card_act add constraint gift_card_act_act_check check (act in ('adjust', 'void', 'restore', 'ended', 'extended')) not valid;
alter table gift_card_act alter column staff_id drop not null;
