import { memo, useEffect, useLayoutEffect, useReducer, useRef } from "react";
import { drawLabels, type LabelStyle, type LabelStyles } from "./drawLabels.ts";
import { labelsInView, type MapLabels } from "./labelsInView.ts";
import css from "./SeatMap.module.css";
import type { MapState } from "./gestures/useMapView.ts";

export type SeatMapLabelsProps = MapLabels & {
  /** The state of the map at rest. */
  readonly at: MapState;
};

/**
 * The hall's texts, seat numbers, signs, row letters and section names, drawn on a canvas each time the map comes to rest.
 * As SVG text in a transformed layer, they would be laid out again in every frame of a gesture.
 */
export const SeatMapLabels = memo(function SeatMapLabels({ at, shapes, layers, rows, sections }: SeatMapLabelsProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const samples = useRef<HTMLSpanElement>(null);
  const look = useLookChanges();

  useLayoutEffect(() => {
    const context = canvas.current?.getContext("2d");
    const [number, row, section, hall] = [...(samples.current?.children ?? [])].map(styleOf);
    if (!context || !number || !row || !section || !hall) return;
    const ratio = window.devicePixelRatio;
    fitCanvas(context.canvas, at.fit.frame, ratio);
    const styles: LabelStyles = { number, row, section, hall };
    drawLabels(context, labelsInView(at, { shapes, layers, rows, sections }), { styles, ratio });
  }, [at, shapes, layers, rows, sections, look]);

  return (
    <>
      <canvas ref={canvas} />
      {/* A canvas cannot use style sheets, so it reads its colours and fonts from these elements. */}
      <span ref={samples} hidden>
        <span className={css.number} />
        <span className={css.row} />
        <span className={css.section} />
        <span className={css.hall} />
      </span>
    </>
  );
});

const styleOf = (sample: Element): LabelStyle => {
  const { color, outlineColor, fontFamily, fontWeight } = getComputedStyle(sample);
  return { color, outline: outlineColor, fontFamily, fontWeight };
};

/** Gives a canvas the size of the frame. A canvas is cleared whenever its size is set. */
const fitCanvas = (canvas: HTMLCanvasElement, { width, height }: MapState["fit"]["frame"], ratio: number): void => {
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width === wide && canvas.height === high) return;
  canvas.width = wide;
  canvas.height = high;
  canvas.style.inlineSize = `${wide / ratio}px`;
  canvas.style.blockSize = `${high / ratio}px`;
};

const lookQueries = ["(prefers-color-scheme: dark)", "(forced-colors: active)", "print"];

/** A number that changes when colours or fonts may have changed. */
const useLookChanges = (): number => {
  const [changes, change] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const queries = lookQueries.map((query) => matchMedia(query));
    for (const query of queries) query.addEventListener("change", change);
    document.fonts.addEventListener("loadingdone", change);
    return () => {
      for (const query of queries) query.removeEventListener("change", change);
      document.fonts.removeEventListener("loadingdone", change);
    };
  }, []);
  return changes;
};
