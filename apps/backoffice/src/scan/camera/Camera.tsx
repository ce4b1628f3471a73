import { useEffect, useRef, useState } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { CodesInView } from "./CodesInView.ts";
import { codeReader } from "./codeReader.ts";
import css from "../Scan.module.css";

/** The polling interval in milliseconds, for browsers that do not signal new camera frames. */
const everyMs = 30;

type CameraProps = { readonly isPaused: boolean; readonly onCode: (code: string) => void };

/** Android phones have a torch beside the camera; the DOM types do not include it yet. */
const hasTorchOf = (track: MediaStreamTrack | undefined): boolean => {
  const capabilities: object = track?.getCapabilities?.() ?? {};
  return "torch" in capabilities && capabilities.torch === true;
};

/** The camera's picture, in which codes are read continuously. */
export function Camera({ isPaused, onCode }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string>();
  const [track, setTrack] = useState<MediaStreamTrack>();
  const [isLit, setLit] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef({ isPaused, onCode });
  useEffect(() => {
    latest.current = { isPaused, onCode };
  });
  useEffect(() => {
    const stopping = new AbortController();
    const inView = new CodesInView();
    void watch(video.current, stopping.signal, (code) => {
      if (inView.isNew(code, { now: Date.now(), isPaused: latest.current.isPaused })) latest.current.onCode(code);
    }).then(
      (opened) => {
        if (stopping.signal.aborted) return;
        setTrack(opened);
        setProblem(undefined);
        setLit(false);
      },
      (error: unknown) => {
        if (!stopping.signal.aborted) setProblem(problemOf(error));
      },
    );
    return () => stopping.abort();
  }, [attempt]);
  useEffect(() => {
    // iOS takes the camera away from a page in the background. It may also have been allowed there meanwhile.
    const openAgain = (): void => {
      if (document.visibilityState === "visible" && track?.readyState !== "live") setAttempt((before) => before + 1);
    };
    document.addEventListener("visibilitychange", openAgain);
    return () => document.removeEventListener("visibilitychange", openAgain);
  }, [track]);
  const hasTorch = hasTorchOf(track);
  const toggleTorch = async (): Promise<void> => {
    await track?.applyConstraints({ advanced: [{ torch: !isLit } as MediaTrackConstraintSet] });
    setLit(!isLit);
  };
  return (
    <div className={css.camera}>
      <video ref={video} className={css.video} muted playsInline aria-label="Picture of the camera" />
      {problem !== undefined && <p className={css.problem}>{problem}</p>}
      {hasTorch && (
        <div className={css.torch}>
          <Button size="small" aria-pressed={isLit} onClick={() => void toggleTorch()}>
            Torch
          </Button>
        </div>
      )}
    </div>
  );
}

const problemOf = (error: unknown): string =>
  error instanceof DOMException && error.name === "NotAllowedError"
    ? "The camera is not allowed. Allow it in the browser's settings, or type codes."
    : "There is no camera. Use a hardware scanner, or type codes.";

const watch = async (
  video: HTMLVideoElement | null,
  stopping: AbortSignal,
  onCode: (code: string) => void,
): Promise<MediaStreamTrack | undefined> => {
  if (!video) return undefined;
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } },
  });
  const stop = (): void => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (stopping.aborted) stop();
  stopping.addEventListener("abort", stop);
  video.srcObject = stream;
  await video.play();
  void readAll(video, stopping, onCode);
  return stream.getVideoTracks()[0];
};

const readAll = async (
  video: HTMLVideoElement,
  stopping: AbortSignal,
  onCode: (code: string) => void,
): Promise<void> => {
  const read = await codeReader();
  const nextPicture = pictureWaiter(video);
  while (!stopping.aborted) {
    await nextPicture();
    const code = await read(video).catch(() => undefined);
    if (code !== undefined) onCode(code);
  }
};

/** Waits for a frame that was not read yet, so that no frame is read twice and a new one is read at once. */
const pictureWaiter = (video: HTMLVideoElement): (() => Promise<void>) => {
  if (!("requestVideoFrameCallback" in video)) return () => new Promise((resolve) => setTimeout(resolve, everyMs));
  let isNew = true;
  let waiting: (() => void) | undefined;
  const onPicture = (): void => {
    isNew = waiting === undefined;
    waiting?.();
    waiting = undefined;
    video.requestVideoFrameCallback(onPicture);
  };
  video.requestVideoFrameCallback(onPicture);
  return async () => {
    if (!isNew) await new Promise<void>((resolve) => (waiting = resolve));
    isNew = false;
  };
};
