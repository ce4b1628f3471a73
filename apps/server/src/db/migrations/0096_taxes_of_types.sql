-- allows: 0045
-- The tax that a ticket type names and that its price includes: {"name": "VAT", "percent": 6.9}. A ticket keeps the one that it
-- was put into its cart with. Null: the type names none, or the ticket comes from a server of before; the seller's tax counts,
-- where there is one. Servers of before refuse a catalogue that names taxes, so it is published after the upgrade.
alter table ticket_type add column tax jsonb;
alter table ticket add column tax jsonb;
-- The account of the tax in what each line is about; null in its place without tax. Two tickets of one type and session may
-- have been sold with different taxes. Empty where no line has any, null in entries of before: there a type and session of an
-- entry have one tax at most, which its lines name.
alter table journal_entry add column tax text[] check (tax is null or cardinality(tax) in (0, cardinality(amount)));
