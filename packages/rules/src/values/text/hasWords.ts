/** Whether a seller's HTML says anything: tags, blanks and `&nbsp;` are no words. */
export const hasWords = (html: string): boolean => html.replace(/<[^>]*>|&nbsp;/gi, "").trim() !== "";
