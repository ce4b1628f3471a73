import { lazyComponent } from "../../shared/loading/lazyComponent.ts";
import { staticPart } from "../../shared/hydration/staticPart.tsx";

/** The frame of every page, with the code that navigation needs. */
export const lazyPageFrame = lazyComponent(["src/shell/frame/PageFrame.tsx"], () => import("./PageFrame.tsx"));

export const StaticHeader = staticPart(lazyPageFrame, (frame) => frame.FrameHeader);
export const StaticFooter = staticPart(lazyPageFrame, (frame) => frame.FrameFooter);
export const StaticContentBlocks = staticPart(lazyPageFrame, (frame) => frame.FrameContentBlocks);
