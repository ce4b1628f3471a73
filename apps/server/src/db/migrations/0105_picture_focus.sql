-- allows: 0045
-- What stays in view where a picture is cropped, in percent from the left and from the top; null: its middle.
alter table image_asset add column focus_x smallint;
alter table image_asset add column focus_y smallint;
