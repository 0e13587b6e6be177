/** Records of JSON by document number, each parsed only when it is asked for. It knows not what they say. */
import type { SectionViews } from '../fulltext/section-view.ts';
import type { SectionData } from './layout.ts';

/** `<name>.text` (u8) and `<name>.starts` (u32). Keys stand in the order that the value has them. */
export function recordSections(name: string, records: readonly object[]): SectionData[] {
  const texts = records.map((record) => Buffer.from(JSON.stringify(record), 'utf8'));
  const starts = new Uint32Array(texts.length + 1);
  texts.forEach((text, i) => {
    starts[i + 1] = (starts[i] as number) + text.length;
  });
  const text = new Uint8Array(starts[texts.length] as number);
  texts.forEach((bytes, i) => {
    text.set(bytes, starts[i]);
  });
  return [
    { name: `${name}.starts`, type: 'u32', data: starts },
    { name: `${name}.text`, type: 'u8', data: text },
  ];
}

/** Reads a record by its number, anew at each call: what comes back is the caller's own. */
export function openRecords<T>(sections: SectionViews, name: string): (number: number) => T {
  const starts = sections.numbers(`${name}.starts`);
  const text = sections.bytes(`${name}.text`);
  return (number) => {
    const bytes = text.slice(starts.at(number), starts.at(number + 1));
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')) as T;
  };
}
