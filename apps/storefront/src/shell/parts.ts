import { lazyPart } from "../shared/lazyPart.ts";
import { sleepingPart } from "../shared/sleepingPart.tsx";

/** The frame of every page, and what makes a page that is awake more than one screen. */
export const framePart = lazyPart(["src/shell/Frame.tsx"], () => import("./Frame.tsx"));

export const Header = sleepingPart(framePart, (frame) => frame.Header);
export const Footer = sleepingPart(framePart, (frame) => frame.Footer);
export const CustomBlocks = sleepingPart(framePart, (frame) => frame.CustomBlocks);
