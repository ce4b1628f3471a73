import { use, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { LazyPart } from "../../../shared/loading/LazyPart.tsx";
import { lazyModule } from "../../../shared/loading/lazyModule.ts";
import { ChapterForm, useProblemAt } from "../ChapterFields.tsx";
import { recordOf, textOf, withField, type Loose } from "../document.ts";
import { Crops, isCropped, type Crop } from "./Crops.tsx";
import { readFocus } from "./focus.ts";
import { pictureQuery } from "./pictureQueries.ts";
import { saveFocus } from "./saveFocus.ts";
import css from "./Pictures.module.css";

const lazyFocusDialog = lazyModule(() => import("./FocusDialog.tsx"));
const lazyUploadDialog = lazyModule(() => import("./UploadDialog.tsx"));

type FieldProps = {
  readonly slug: string;
  /** The field of `meta` that refers to the picture. */
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly crops: readonly Crop[];
  /** The pictures to choose from, by key. */
  readonly pictures: Loose;
  readonly meta: Loose;
  readonly onEdit: (meta: Loose) => void;
};

/** The picture for one place: chosen from the catalogue, or uploaded. */
export function PictureField({ slug, name, label, hint, crops, pictures, meta, onEdit }: FieldProps) {
  const { isReadOnly } = use(ChapterForm);
  const error = useProblemAt(`meta.${name}`);
  const [isUploading, setUploading] = useState(false);
  const [isFocusing, setFocusing] = useState(false);
  const value = textOf(meta[name]);
  const keys = Object.keys(pictures).toSorted();
  const focus = readFocus(recordOf(pictures[value])["focus"]);
  const picture = useQuery(pictureQuery(slug, value)).data?.picture;
  const known = value === "" || keys.includes(value) ? keys : [value, ...keys];
  return (
    <div className={css.picture}>
      <Field label={label} hint={hint} error={error}>
        <Select
          value={value}
          disabled={isReadOnly}
          options={[{ value: "", label: "None" }, ...known.map((key) => ({ value: key, label: key }))]}
          onChange={({ target }) => onEdit(withField(meta, name, target.value))}
        />
      </Field>
      {picture && value !== "" && <Crops url={picture.url} crops={crops} focus={focus} />}
      {!isReadOnly && (
        <div className={css.actions}>
          <Button size="small" onClick={() => setUploading(true)} aria-label={`Upload a picture: ${label}`}>
            Upload …
          </Button>
          {picture && pictures[value] !== undefined && crops.some(isCropped) && (
            <Button size="small" onClick={() => setFocusing(true)} aria-label={`Focal point: ${label}`}>
              Focal point …
            </Button>
          )}
        </div>
      )}
      {isFocusing && picture && (
        <LazyPart part={lazyFocusDialog}>
          {(part) => (
            <part.FocusDialog
              url={picture.url}
              crops={crops.filter(isCropped)}
              focus={focus}
              onSave={(chosen) => saveFocus(slug, value, chosen)}
              onClose={() => setFocusing(false)}
            />
          )}
        </LazyPart>
      )}
      {isUploading && (
        <LazyPart part={lazyUploadDialog}>
          {(part) => (
            <part.UploadDialog
              slug={slug}
              crops={crops}
              onClose={() => setUploading(false)}
              onUploaded={(key) => {
                setUploading(false);
                onEdit(withField(meta, name, key));
              }}
            />
          )}
        </LazyPart>
      )}
    </div>
  );
}
