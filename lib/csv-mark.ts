/** First in a CSV file: a byte order mark, without which Excel reads UTF-8 as another encoding and garbles every é and ü. */
export const CSV_MARK = "\uFEFF";
