/** What the text of a CSV field stands for. */

/** A decimal number as programs write it, within what a double holds exactly if it is an integer. Leading zeros make it text. */
const NUMBER = /^-?(?:0|[1-9]\d{0,20})(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?$/;
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

export type FieldType = 'empty' | 'integer' | 'number' | 'boolean' | 'date' | 'text';

export function fieldType(field: string): FieldType {
  const value = field.trim();
  if (value === '') return 'empty';
  if (NUMBER.test(value)) {
    if (!/^-?\d+$/.test(value)) return 'number';
    return Number.isSafeInteger(Number(value)) ? 'integer' : 'text';
  }
  if (/^(?:true|false)$/i.test(value)) return 'boolean';
  return DATE.test(value) ? 'date' : 'text';
}
