/** The facts that filters and lists ask of every capability, as numbers by document; and the tables that name the numbers. */
import {
  CAPABILITY_TYPES,
  type Capability,
  OPERATING_SYSTEMS,
  RISK_LEVELS,
  SIDE_EFFECTS,
} from '../capability/capability.ts';
import type { ByteView, SectionViews } from '../fulltext/section-view.ts';
import { buildStringTable } from '../fulltext/string-table.ts';
import type { IntView } from '../text/views.ts';
import type { SectionData } from './layout.ts';

/** Bits of the `flags` column: in which languages a capability has a title or a summary. */
export const FLAGS = { HAS_ZH: 1, HAS_EN: 2 } as const;

/** By document number. */
export type Columns = {
  /** Index in CAPABILITY_TYPES. */
  readonly type: ByteView;
  /** Index in SIDE_EFFECTS: mildest first, so a ceiling is one comparison. */
  readonly sideEffect: ByteView;
  /** Index in RISK_LEVELS. */
  readonly risk: IntView;
  /** Number in the snapshot's table of products. */
  readonly product: IntView;
  /** Number in the snapshot's table of packs. */
  readonly pack: IntView;
  /** Bit i: runs on OPERATING_SYSTEMS[i]. 0: on all. */
  readonly osMask: ByteView;
  /** See FLAGS. */
  readonly flags: IntView;
};

/** Columns, the tables `ids`, `products` and `packs`, and each pack's children. `capabilities` must ascend by id. */
export function columnSections(capabilities: readonly Capability[]): SectionData[] {
  const products = distinct(capabilities.map(({ product }) => product));
  const packs = distinct(capabilities.map(({ pack }) => pack));
  const packNumbers = numbers(packs);
  const productNumbers = numbers(products);
  const bytes = (name: string, value: (capability: Capability) => number): SectionData => {
    return { name: `column.${name}`, type: 'u8', data: Uint8Array.from(capabilities, value) };
  };
  const words = (name: string, value: (capability: Capability) => number): SectionData => {
    return { name: `column.${name}`, type: 'u32', data: Uint32Array.from(capabilities, value) };
  };
  return [
    bytes('type', ({ type }) => CAPABILITY_TYPES.indexOf(type)),
    bytes('side_effect', ({ sideEffect }) => SIDE_EFFECTS.indexOf(sideEffect)),
    bytes('risk', ({ riskLevel }) => RISK_LEVELS.indexOf(riskLevel)),
    bytes('os', ({ os }) => os.reduce((mask, name) => mask | (1 << OPERATING_SYSTEMS.indexOf(name)), 0)),
    bytes('flags', languages),
    words('product', ({ product }) => productNumbers.get(product) as number),
    words('pack', ({ pack }) => packNumbers.get(pack) as number),
    ...buildStringTable(
      'ids',
      capabilities.map(({ id }) => id),
    ),
    ...buildStringTable('products', products),
    ...buildStringTable('packs', packs),
    ...children(capabilities, packs, packNumbers),
  ];
}

export function openColumns(sections: SectionViews): Columns {
  return new StoredColumns(sections);
}

/** A column is opened when it is first asked for: most requests look at two of them. */
class StoredColumns implements Columns {
  private readonly sections: SectionViews;
  private readonly opened: { -readonly [name in keyof Columns]?: Columns[name] } = {};

  constructor(sections: SectionViews) {
    this.sections = sections;
  }

  get type(): ByteView {
    this.opened.type ??= this.sections.bytes('column.type');
    return this.opened.type;
  }

  get sideEffect(): ByteView {
    this.opened.sideEffect ??= this.sections.bytes('column.side_effect');
    return this.opened.sideEffect;
  }

  get risk(): IntView {
    this.opened.risk ??= this.sections.numbers('column.risk');
    return this.opened.risk;
  }

  get product(): IntView {
    this.opened.product ??= this.sections.numbers('column.product');
    return this.opened.product;
  }

  get pack(): IntView {
    this.opened.pack ??= this.sections.numbers('column.pack');
    return this.opened.pack;
  }

  get osMask(): ByteView {
    this.opened.osMask ??= this.sections.bytes('column.os');
    return this.opened.osMask;
  }

  get flags(): IntView {
    this.opened.flags ??= this.sections.numbers('column.flags');
    return this.opened.flags;
  }
}

function languages({ title, summary }: Capability): number {
  const zh = title.zh !== undefined || summary.zh !== undefined;
  const en = title.en !== undefined || summary.en !== undefined;
  return (zh ? FLAGS.HAS_ZH : 0) | (en ? FLAGS.HAS_EN : 0);
}

/** The documents of each pack, ascending, one pack after the other. */
function children(
  capabilities: readonly Capability[],
  packs: readonly string[],
  packNumbers: ReadonlyMap<string, number>,
): SectionData[] {
  const starts = new Uint32Array(packs.length + 1);
  const own = capabilities.map(({ pack }) => packNumbers.get(pack) as number);
  for (const pack of own) starts[pack + 1] = (starts[pack + 1] as number) + 1;
  for (let pack = 0; pack < packs.length; pack++)
    starts[pack + 1] = (starts[pack + 1] as number) + (starts[pack] as number);
  const next = starts.slice();
  const docs = new Uint32Array(capabilities.length);
  own.forEach((pack, doc) => {
    const at = next[pack] as number;
    docs[at] = doc;
    next[pack] = at + 1;
  });
  return [
    { name: 'packs.child_starts', type: 'u32', data: starts },
    { name: 'packs.children', type: 'u32', data: docs },
  ];
}

function distinct(strings: readonly string[]): string[] {
  return [...new Set(strings)].sort();
}

function numbers(strings: readonly string[]): Map<string, number> {
  return new Map(strings.map((string, number) => [string, number]));
}
