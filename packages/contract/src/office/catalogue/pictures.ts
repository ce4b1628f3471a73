import * as z from "zod/mini";
import { PictureFocus } from "../../shop/pictureFocus.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

/** A picture of the catalogue, small: the back office may have a host of its own, which serves none of a storefront's. */
export const previewPicture = staffEndpoint({
  name: "previewPicture",
  method: "GET",
  path: "/catalogue/picture",
  summary: "See a picture of the catalogue, as a small PNG",
  can: "catalogue.read",
  audits: null,
  query: z.strictObject({ key: z.string().check(z.minLength(1), z.maxLength(100)) }),
  reply: z.object({
    /** Null where the catalogue has no such picture yet: a draft may name one. */
    picture: z.nullable(
      z.object({
        /** `data:image/png;base64,…` */
        url: z.string(),
        /** What it shows, in words; null where the catalogue does not say. */
        alt: z.nullable(z.string()),
      }),
    ),
  }),
});

/** The largest picture, in bytes. */
export const maxPictureBytes = 12 * 1024 * 1024;
/** A little more is read, so that the refusal can say how large a picture is. */
const maxPictureBase64 = Math.ceil((maxPictureBytes + 1024 * 1024) / 3) * 4;
/** Pictures of a catalogue, those of a draft included. */
export const maxPictures = 1000;

/**
 * Stores a picture and names it in the draft of the pictures. It is published with the drafts that use it; what nobody
 * publishes is deleted after some time. The same file again is the same picture.
 */
export const uploadPicture = staffEndpoint({
  name: "uploadPicture",
  method: "POST",
  path: "/catalogue/picture",
  summary: "Upload a picture for the catalogue's drafts",
  can: "catalogue.edit",
  audits: "catalogue.picture_uploaded",
  maxBodyBytes: maxPictureBase64 + 4096,
  isUpload: true,
  body: z.strictObject({
    /** Of the file: the picture's key begins with it. */
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
    /** What it shows, in words, for those who do not see it. */
    alt: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
    /** What stays in view where it is cropped; left out, its middle. */
    focus: z.optional(PictureFocus),
    /** PNG, JPEG, WebP, AVIF or SVG, in base64. */
    file: z.string().check(z.minLength(4), z.maxLength(maxPictureBase64), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
  }),
  reply: z.object({ key: z.string(), width: z.number(), height: z.number() }),
});
