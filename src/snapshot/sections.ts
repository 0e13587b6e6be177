/** A snapshot's sections by name, each opened once, when it is first asked for. */
import type { ByteView, SectionViews } from '../fulltext/section-view.ts';
import type { FloatView, IntView } from '../text/views.ts';
import type { Blocks } from './blocks.ts';
import type { SectionPlace, SectionTable } from './head.ts';
import type { ElementType } from './layout.ts';
import { BytesInPlace, sectionView } from './views.ts';

export type Sections = SectionViews & {
  has(name: string): boolean;
  /** Throws where there is no section of this name. */
  type(name: string): ElementType;
  numbers(name: string): IntView & FloatView;
};

/** Views over the blocks. An unknown name throws: the format version promises the names. */
export function openSections(blocks: Blocks, table: SectionTable): Sections {
  const views = new Map<string, IntView & FloatView>();
  const placeOf = (name: string): SectionPlace => {
    const place = table.find(name);
    if (place === undefined) throw new Error(`the snapshot has no section ${name}`);
    return place;
  };
  const numbers = (name: string): IntView & FloatView => {
    const opened = views.get(name);
    if (opened !== undefined) return opened;
    const place = placeOf(name);
    const view = sectionView(blocks, place.type, place.offset, place.bytes);
    views.set(name, view);
    return view;
  };
  const bytes = (name: string): ByteView => {
    const view = numbers(name);
    if (!(view instanceof BytesInPlace)) throw new Error(`the section ${name} holds no bytes`);
    return view;
  };
  return { has: (name) => table.find(name) !== undefined, type: (name) => placeOf(name).type, numbers, bytes };
}
