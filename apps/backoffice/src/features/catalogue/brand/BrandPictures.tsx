import type { Loose } from "../document.ts";
import { PictureField } from "../pictures/PictureField.tsx";
import { usePictures } from "../pictures/pictureQueries.ts";
import forms from "../catalogue.module.css";
import { FieldGroup } from "../FieldGroup.tsx";
import css from "./Brand.module.css";

const pictures = [
  { name: "logo", label: "Logo", hint: "At the top of each page and email.", crops: [{ name: "On light" }] },
  {
    name: "logo_dark",
    label: "Logo on dark",
    hint: "Replaces the logo on dark pages. If there is none, the logo is used there too.",
    crops: [{ name: "On dark", isDark: true }],
  },
  {
    name: "favicon",
    label: "Favicon",
    hint: "In the browser tab and on wallet passes. Square.",
    crops: [{ name: "Whole" }],
  },
  {
    name: "share_image",
    label: "Share picture",
    hint: "Beside shared links to pages that have no picture of their own.",
    crops: [{ name: "Beside a link", ratio: "1200 / 630" }, { name: "Whole" }],
  },
] as const;

type PicturesProps = { readonly slug: string; readonly meta: Loose; readonly onEdit: (meta: Loose) => void };

/** The pictures of the brand: chosen from the catalogue, or uploaded. */
export function BrandPictures({ slug, meta, onEdit }: PicturesProps) {
  const known = usePictures(slug);
  return (
    <FieldGroup title="Pictures">
      <p className={css.quiet}>Uploaded pictures are published together with the brand.</p>
      <div className={forms.pair}>
        {pictures.map((picture) => (
          <PictureField key={picture.name} {...picture} slug={slug} pictures={known} meta={meta} onEdit={onEdit} />
        ))}
      </div>
    </FieldGroup>
  );
}
