import { useParams } from "@tanstack/react-router";
import { SellerFrame, type SellerForm } from "../SellerFrame.tsx";
import { TextField } from "../ChapterFields.tsx";
import { recordOf, textOf, withField } from "../document.ts";
import { BrandPictures } from "./BrandPictures.tsx";
import { PaletteForm } from "./PaletteForm.tsx";
import { ShapeForm } from "./ShapeForm.tsx";
import { StorefrontPreview } from "./StorefrontPreview.tsx";
import { themeOf } from "./themeOf.ts";
import besideCss from "../../../shared/styles/Beside.module.css";
import css from "./Brand.module.css";

/** The name, pictures, colours, typefaces and shapes of a seller's storefront, with a preview beside the form. */
export function BrandScreen() {
  const { slug } = useParams({ from: "/signed-in/$slug/brand" });
  return (
    <SellerFrame slug={slug} title="Brand" fields={["name", "meta", "theme"]}>
      {(form) => <BrandForm slug={slug} {...form} />}
    </SellerFrame>
  );
}

function BrandForm({ slug, seller, onEdit, read }: SellerForm & { readonly slug: string }) {
  const record = recordOf(seller["theme"]);
  const meta = recordOf(seller["meta"]);
  const theme = themeOf(seller["theme"]);
  const editTheme = (next: object): void => onEdit({ ...seller, theme: next });
  const editMeta = (next: object): void => onEdit(withField(seller, "meta", next));
  return (
    <div className={`${besideCss.columns} ${css.columns}`}>
      <div className={css.form}>
        <TextField record={seller} at="" onEdit={onEdit} name="name" label="Name" />
        <TextField
          record={meta}
          at="meta"
          onEdit={editMeta}
          name="tagline"
          label="Tagline"
          hint="Below the name in search results and shared links."
        />
        <BrandPictures slug={slug} meta={meta} onEdit={editMeta} />
        <PaletteForm record={record} theme={theme} onEdit={editTheme} />
        <ShapeForm record={record} onEdit={editTheme} />
      </div>
      <StorefrontPreview
        slug={slug}
        name={textOf(seller["name"])}
        logos={{ light: textOf(meta["logo"]), dark: textOf(meta["logo_dark"]) }}
        theme={theme}
        currency={read.currency}
      />
    </div>
  );
}
