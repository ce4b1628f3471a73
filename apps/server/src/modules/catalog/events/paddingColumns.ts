/** The minutes that a visitor needs before and after the sessions of the event `e`; null if it does not set them. */
export const paddingColumns = `e.meta -> 'pad_pre_start' as pad_pre_start, e.meta -> 'pad_post_end' as pad_post_end`;
