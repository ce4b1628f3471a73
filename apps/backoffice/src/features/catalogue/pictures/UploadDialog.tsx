import { useState } from "react";
import { maxPictureBytes, uploadPicture } from "@foyer/contract/office/catalogue/pictures.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../../shared/call.ts";
import { Dialog } from "../../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../../shared/dialog/SubmitActions.tsx";
import { ActionForm, useAction } from "../../../shared/Form.tsx";
import { forgetCatalogue } from "../catalogueQueries.ts";
import { readBase64 } from "../file/readBase64.ts";
import { Crops, isCropped, type Crop } from "./Crops.tsx";
import { FocusPicker } from "./FocusPicker.tsx";
import { middle, writtenFocus } from "./focus.ts";
import css from "./Pictures.module.css";
import { useFileDrop } from "../../../shared/useFileDrop.ts";

type Chosen = { readonly name: string; readonly file: string; readonly url: string };
type UploadProps = {
  readonly slug: string;
  readonly crops: readonly Crop[];
  readonly onUploaded: (key: string) => void;
  readonly onClose: () => void;
};

/** Uploads a picture, after showing how it will be cropped and asking for a text alternative. */
export function UploadDialog({ slug, crops, onUploaded, onClose }: UploadProps) {
  const [chosen, setChosen] = useState<Chosen>();
  const [focus, setFocus] = useState(middle);
  const cropped = crops.filter(isCropped);
  const whole = crops.filter((crop) => !isCropped(crop));
  const upload = useAction(async (alt: string) => {
    if (!chosen) return;
    const written = cropped.length > 0 ? writtenFocus(focus) : undefined;
    const sent = { name: chosen.name, alt, file: chosen.file, ...(written && { focus: written }) };
    const { key } = await callOffice(uploadPicture, sent, slug);
    await forgetCatalogue(slug);
    onUploaded(key);
  });
  const choose = useAction(async (file: File) => {
    setChosen(undefined);
    upload.reset();
    setFocus(middle);
    const base64 = await readBase64(file, maxPictureBytes);
    setChosen({ name: file.name, file: base64, url: `data:${file.type};base64,${base64}` });
  });
  const failure = choose.failure ?? upload.failure;
  return (
    <Dialog title="Upload a picture" onClose={onClose}>
      <ActionForm
        label="Upload a picture"
        failure={failure?.fields.includes("alt") ? undefined : failure}
        fields={["alt"]}
        onSubmit={({ alt = "" }) => upload.run(alt)}
      >
        <DropZone onFile={(file) => void choose.run(file)} />
        {chosen && cropped.length > 0 && (
          <FocusPicker url={chosen.url} crops={cropped} focus={focus} onChange={setFocus} />
        )}
        {chosen && whole.length > 0 && <Crops url={chosen.url} crops={whole} />}
        <Field
          label="What it shows"
          hint="In words, for people who do not see it."
          error={upload.errorOf("alt", "Say in a few words what it shows.")}
          required
        >
          <TextInput name="alt" maxLength={300} autoComplete="off" />
        </Field>
        <p role="status" className={css.quiet}>
          {upload.isBusy && "The picture is being uploaded. On a slow line this takes some minutes."}
        </p>
        <SubmitActions onCancel={onClose} busy={upload.isBusy} disabled={!chosen}>
          Upload
        </SubmitActions>
      </ActionForm>
    </Dialog>
  );
}

/** Takes a file by drag and drop, or through the button inside. */
function DropZone({ onFile }: { readonly onFile: (file: File) => void }) {
  const drop = useFileDrop(([file]) => file && onFile(file));
  return (
    <label className={css.drop} {...drop}>
      Drop a picture here, or choose one
      <input
        type="file"
        accept=".png,.jpg,.jpeg,.webp,.avif,.svg"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
        }}
      />
      <span className={css.quiet}>
        PNG, JPEG, WebP, AVIF or SVG, at most {maxPictureBytes / 1024 / 1024} MB and 40 megapixels.
      </span>
    </label>
  );
}
