-- Its place is kept for a change that is under way.
select 1;
