import { use, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "@foyer/ui/action/Button.tsx";
import { LazyPart } from "../../../shared/loading/LazyPart.tsx";
import { lazyModule } from "../../../shared/loading/lazyModule.ts";
import { ChapterForm, TextField } from "../ChapterFields.tsx";
import { recordOf, withField, type Loose } from "../document.ts";
import { allCrops, Crops } from "./Crops.tsx";
import { readFocus } from "./focus.ts";
import { pictureQuery } from "./pictureQueries.ts";
import css from "./Pictures.module.css";

const lazyFocusDialog = lazyModule(() => import("./FocusDialog.tsx"));

type ListProps = { readonly slug: string; readonly images: Loose; readonly onEdit: (images: Loose) => void };

/** The pictures with their text alternatives. */
export function PictureList({ slug, images, onEdit }: ListProps) {
  return (
    <>
      <p className={css.quiet}>Upload new pictures where you use them: at an event, or in the brand.</p>
      <ul className={css.list}>
        {Object.keys(images).map((key) => (
          <PictureRow key={key} slug={slug} name={key} images={images} onEdit={onEdit} />
        ))}
      </ul>
      <p className={css.quiet}>
        You can also edit{" "}
        <Link to="/$slug/catalogue/chapter/$" params={{ slug, _splat: "images" }}>
          the pictures as YAML
        </Link>
        .
      </p>
    </>
  );
}

function PictureRow({ slug, name, images, onEdit }: ListProps & { readonly name: string }) {
  const { isReadOnly } = use(ChapterForm);
  const [isFocusing, setFocusing] = useState(false);
  const image = recordOf(images[name]);
  const focus = readFocus(image["focus"]);
  const picture = useQuery(pictureQuery(slug, name)).data?.picture;
  return (
    <li>
      {picture ? <Crops url={picture.url} crops={[{ name: "Whole" }]} /> : <p className={css.quiet}>No preview</p>}
      <TextField
        record={image}
        at={name}
        name="alt"
        label={`What ${name} shows`}
        hint="A description for people who cannot see it."
        onEdit={(edited) => onEdit({ ...images, [name]: edited })}
      />
      {!isReadOnly && (
        <div className={css.actions}>
          {picture && (
            <Button size="small" aria-label={`Focal point of ${name}`} onClick={() => setFocusing(true)}>
              Focal point …
            </Button>
          )}
          <Button size="small" aria-label={`Remove ${name}`} onClick={() => onEdit(withField(images, name, undefined))}>
            Remove
          </Button>
        </div>
      )}
      {isFocusing && picture && (
        <LazyPart part={lazyFocusDialog}>
          {(part) => (
            <part.FocusDialog
              url={picture.url}
              crops={allCrops}
              focus={focus}
              onSave={async (chosen) => onEdit({ ...images, [name]: withField(image, "focus", chosen) })}
              onClose={() => setFocusing(false)}
            />
          )}
        </LazyPart>
      )}
    </li>
  );
}
