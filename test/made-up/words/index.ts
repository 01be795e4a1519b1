// What a merchant reads when linking the stall, by language: nothing, as it has no way to be linked.
const none = { fields: {}, ways: {}, reasons: {} };

export const words = { en: none, nl: none, de: none, fr: none };
