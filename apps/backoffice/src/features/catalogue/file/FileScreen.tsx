import { useState } from "react";
import { useNavigate, useParams } from "@tanstack/react-router";
import {
  maxCatalogueFileBytes,
  planCatalogueFile,
  publishCatalogueFile,
  type FileProblem,
  type PlannedFile,
} from "@foyer/contract/office/catalogue/catalogueFiles.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { callOffice, CallError } from "../../../shared/call.ts";
import { useAction } from "../../../shared/Form.tsx";
import { OfficePage } from "../../../shared/Page.tsx";
import { useToast } from "../../../shared/Toast.tsx";
import { chapterName, fieldName, forgetCatalogue } from "../catalogueQueries.ts";
import { publishedText } from "../buyers/publishedText.ts";
import { PlanEffects } from "../PlanEffects.tsx";
import { PublishFileForm, type FileChoice } from "./PublishFileForm.tsx";
import { readBase64 } from "./readBase64.ts";
import css from "../catalogue.module.css";
import fileCss from "./File.module.css";

type Chosen = { readonly name: string; readonly file: string; readonly plan: PlannedFile };

/** Publishes a catalogue file: shows its errors and what it would do, with a button to publish it. */
export function FileScreen() {
  const { slug } = useParams({ from: "/signed-in/$slug/catalogue/file" });
  const [chosen, setChosen] = useState<Chosen>();
  // It stays if the file is planned again after a refusal.
  const [note, setNote] = useState("");
  const show = useToast();
  const navigate = useNavigate();
  const planned = useAction(async (name: string, file: string) =>
    setChosen({ name, file, plan: await callOffice(planCatalogueFile, { file }, slug) }),
  );
  const publish = useAction(async (choice: Omit<FileChoice, "note">) => {
    if (!chosen) return;
    const { file, name, plan } = chosen;
    try {
      const sent = { file, revision: plan.revision, note, ...choice };
      show({ text: publishedText(await callOffice(publishCatalogueFile, sent, slug)) });
    } catch (error) {
      // After a refusal, the plan is read again.
      if (error instanceof CallError && error.status > 0) await planned.run(name, file);
      throw error;
    } finally {
      await forgetCatalogue(slug);
    }
    await navigate({ to: "/$slug/catalogue", params: { slug }, ignoreBlocker: true });
  });
  const choose = useAction(async (file: File) => {
    setChosen(undefined);
    planned.reset();
    publish.reset();
    await planned.run(file.name, await readBase64(file, maxCatalogueFileBytes));
  });
  const failure = choose.failure ?? planned.failure ?? publish.failure;
  return (
    <OfficePage
      title="Upload a file"
      lead="A file describes the whole catalogue: what it leaves out is removed. Nothing changes before you publish it."
    >
      <label className={fileCss.file}>
        Catalogue as YAML or JSON, or a ZIP archive of it with its pictures
        <input
          type="file"
          accept=".yaml,.yml,.json,.zip"
          disabled={planned.isBusy || publish.isBusy}
          // Choosing the same file again, once it is corrected, counts as a change too.
          onClick={({ currentTarget }) => {
            currentTarget.value = "";
          }}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void choose.run(file);
          }}
        />
      </label>
      <p className={css.quiet}>
        At most {maxCatalogueFileBytes / 1024 / 1024} MB. Pictures that are already uploaded can be left out.
      </p>
      <p role="status" className={css.quiet}>
        {planned.isBusy && "The file is being read …"}
      </p>
      {failure && <Banner tone="error">{failure.message}</Banner>}
      {chosen && <PlanOfFile plan={chosen.plan} name={chosen.name} />}
      {chosen && isCorrect(chosen.plan) && !chosen.plan.is_unchanged && (
        <PublishFileForm
          key={chosen.plan.revision}
          slug={slug}
          plan={chosen.plan}
          note={note}
          onNote={setNote}
          isBusy={publish.isBusy}
          onPublish={(choice) => void publish.run(choice)}
        />
      )}
    </OfficePage>
  );
}

const isCorrect = ({ errors, broken_promises }: PlannedFile): boolean => errors.length + broken_promises.length === 0;

function PlanOfFile({ plan, name }: { readonly plan: PlannedFile; readonly name: string }) {
  const { errors, broken_promises, doubts, is_unchanged, drafts } = plan;
  return (
    <>
      {errors.length > 0 && (
        <Banner tone="error" title={`Fix ${name} first`}>
          <Lines problems={errors} />
        </Banner>
      )}
      {broken_promises.length > 0 && (
        <Banner tone="error" title="More is sold or held than would be left">
          <Lines problems={broken_promises} />
        </Banner>
      )}
      {doubts.length > 0 && (
        <Banner tone="info" title="Check these">
          <Lines problems={doubts} />
        </Banner>
      )}
      {is_unchanged && <Banner tone="info">Nothing to change: the catalogue is as {name} has it.</Banner>}
      {drafts.length > 0 && (
        <Banner tone="info" title="Drafts of the same chapters">
          {drafts.map((chapter) => chapterName(chapter)).join(", ")}: they are kept, and merged with the file when they
          are published.
        </Banner>
      )}
      {isCorrect(plan) && !is_unchanged && <PlanEffects plan={plan} />}
    </>
  );
}

function Lines({ problems }: { readonly problems: readonly FileProblem[] }) {
  return (
    <ul className={css.messages}>
      {problems.map(({ line, column, path, message }) => (
        <li key={`${line}:${column} ${path} ${message}`}>
          Line {line}, column {column}
          {path !== "" && `, ${fieldName(path)}`}: {message}
        </li>
      ))}
    </ul>
  );
}
