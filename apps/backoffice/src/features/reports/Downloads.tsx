import { useEffect, useRef, useState } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { count } from "../../shared/format/format.ts";
import type { FileWaiting } from "../../shared/file.ts";
import { Refusal, useAction } from "../../shared/Form.tsx";
import { ProgressBar } from "../../shared/ProgressBar.tsx";
import css from "./Report.module.css";

const formats = ["csv", "xlsx"] as const;
export type FileFormat = (typeof formats)[number];
const askAgainMs = 1000;

/**
 * Downloads the report as a file. A file that takes long is computed in the background and saved automatically when it is
 * ready. Users who leave the screen meanwhile get it at once when they press the button again.
 */
export const useDownloads = (download: (format: FileFormat) => Promise<FileWaiting | "downloaded">) => {
  const [waiting, setWaiting] = useState<FileWaiting>();
  const [chosen, setChosen] = useState<FileFormat>();
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => void (isLeft.current = true);
  }, []);
  const save = useAction(async (format: FileFormat) => {
    setChosen(format);
    try {
      for (;;) {
        const answer = await download(format);
        if (answer === "downloaded" || isLeft.current) return;
        setWaiting(answer);
        await new Promise((resolve) => setTimeout(resolve, askAgainMs));
        if (isLeft.current) return;
      }
    } finally {
      setWaiting(undefined);
    }
  });
  return { save, waiting, chosen };
};

type Downloads = ReturnType<typeof useDownloads>;

export function DownloadButtons({ of: { save, chosen } }: { readonly of: Downloads }) {
  return formats.map((format) => (
    <Button
      key={format}
      size="small"
      busy={save.isBusy && chosen === format}
      disabled={save.isBusy && chosen !== format}
      onClick={() => void save.run(format)}
    >
      Download {format.toUpperCase()}
    </Button>
  ));
}

/** The progress of a file, or why there is none. */
export function DownloadState({ of: { save, waiting, chosen } }: { readonly of: Downloads }) {
  return (
    <>
      <Refusal of={save} />
      {waiting && (
        <div className={css.waiting} role="status">
          <p>Calculating the {chosen?.toUpperCase()} file. It is saved automatically when it is ready.</p>
          <ProgressBar done={waiting.steps_done} all={waiting.steps} label="Completed steps of the file" />
          <p className={css.head}>
            {waiting.steps_done} of {count(waiting.steps, "step")} done
          </p>
        </div>
      )}
    </>
  );
}
