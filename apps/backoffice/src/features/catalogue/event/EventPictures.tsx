import { use } from "react";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { ChapterForm, TextField, useMessagesAt } from "../ChapterFields.tsx";
import { recordOf, withField, type Loose } from "../document.ts";
import { coverCrops, listingCrop, shareCrop } from "../pictures/Crops.tsx";
import { PictureField } from "../pictures/PictureField.tsx";
import { usePictures } from "../pictures/pictureQueries.ts";
import css from "../catalogue.module.css";

type PicturesProps = { readonly slug: string; readonly event: Loose; readonly onEdit: (event: Loose) => void };

/** The pictures of an event in listings and on its page. */
export function EventPictures({ slug, event, onEdit }: PicturesProps) {
  const { isReadOnly } = use(ChapterForm);
  const pictures = usePictures(slug);
  const meta = recordOf(event["meta"]);
  const edit = (next: Loose): void => onEdit(withField(event, "meta", Object.keys(next).length > 0 ? next : undefined));
  const isWhole = meta["image_profile_no_cropping"] === true;
  return (
    <div className={css.form}>
      <PictureField
        slug={slug}
        name="image_profile"
        label="Picture in listings"
        hint="If there is none, the cover is used."
        crops={[isWhole ? { name: "In listings, whole" } : listingCrop]}
        pictures={pictures}
        meta={meta}
        onEdit={edit}
      />
      <Checkbox
        label="Show the whole picture in listings, without cropping"
        {...useMessagesAt("meta.image_profile_no_cropping")}
        checked={isWhole}
        disabled={isReadOnly}
        onChange={({ target }) => edit(withField(meta, "image_profile_no_cropping", target.checked || undefined))}
      />
      <PictureField
        slug={slug}
        name="image_cover"
        label="Cover"
        hint="At the top of the event's page, cropped to a wide band around its focal point."
        crops={[...coverCrops, ...(meta["image_profile"] === undefined ? [listingCrop] : []), shareCrop]}
        pictures={pictures}
        meta={meta}
        onEdit={edit}
      />
      <TextField
        record={meta}
        at="meta"
        onEdit={edit}
        name="image_profile_alt_text"
        label="What the pictures show"
        hint="A description for people who cannot see them. Empty: the description of the picture in listings."
      />
    </div>
  );
}
