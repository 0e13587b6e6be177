/** Writing CSV (RFC 4180): quoted where it must be, LF at the end of a row. */

/** One row with its end. */
export function csvRow(fields: readonly string[], delimiter: string): string {
  return `${fields.map((field) => csvField(field, delimiter)).join(delimiter)}\n`;
}

function csvField(field: string, delimiter: string): string {
  const mustQuote = field.includes(delimiter) || /["\r\n]/.test(field) || /^\s|\s$/.test(field);
  return mustQuote ? `"${field.replaceAll('"', '""')}"` : field;
}
